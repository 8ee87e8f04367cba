// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "tests/benchmarks/app/bench_app.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <cmath>
#include <cstdio>
#include <memory>

namespace lockstep {

namespace {

/// A noisy falling loss without the cost of a real generator.
double lossAt(int rank, std::int64_t step)
{
    auto bits = static_cast<std::uint32_t>(rank) * 7919u + static_cast<std::uint32_t>(step) * 2654435761u;
    bits ^= bits >> 15;
    bits *= 2246822519u;
    bits ^= bits >> 13;
    const double noise = static_cast<double>(bits & 0xffff) / 65536.0 - 0.5;
    return 2.2 * std::exp(-static_cast<double>(step) / 3e5) + 0.2 + 0.004 * rank + 0.25 * noise;
}

Record record(int rank, std::int64_t step)
{
    StepFinished event;
    event.step = step;
    event.loss = lossAt(rank, step);
    event.samplesPerSecond = 2500;
    return {static_cast<std::uint64_t>(step), 0, 0, event};
}

void fill(MetricStore& store, int ranks, std::int64_t points)
{
    std::vector<Record> records;
    for (int rank = 0; rank < ranks; ++rank) {
        for (std::int64_t step = 0; step < points;) {
            records.clear();
            for (; step < points && records.size() < 10'000; ++step)
                records.push_back(record(rank, step));
            store.append(rank, records);
        }
    }
}

struct Stage {
    MetricStore store;
    std::unique_ptr<MetricPlot> plot;
    PlotCanvas* canvas = nullptr;

    Stage()
    {
        plot = std::make_unique<MetricPlot>(store, lossPlotSpec());
        plot->resize(1280, 800);
        canvas = plot->findChild<PlotCanvas*>();
        plot->show();
        QCoreApplication::processEvents();
    }
    double frame() const
    {
        const double before = threadMilliseconds();
        canvas->replot(QCustomPlot::rpImmediateRefresh);
        return threadMilliseconds() - before;
    }
};

} // namespace

void benchPanning(int ranks, std::int64_t points)
{
    Stage stage;
    QElapsedTimer timer;
    timer.start();
    fill(stage.store, ranks, points);
    std::printf("%d ranks x %lld points: built in %lld ms, %.2f bytes a point of loss and rate\n", ranks,
                static_cast<long long>(points), static_cast<long long>(timer.elapsed()),
                static_cast<double>(stage.store.table().bytes()) /
                    (2.0 * ranks * static_cast<double>(points)));
    std::vector<double> whole;
    for (int i = 0; i < 60; ++i)
        whole.push_back(stage.frame());
    printTimes("  everything in sight", whole);
    stage.plot->setSelectedRanks({1});
    for (const double share : {0.3, 0.01}) {
        stage.plot->fit();
        stage.frame();
        stage.canvas->view().zoomKeys(static_cast<double>(points) / 2, share);
        std::vector<double> panned;
        for (int i = 0; i < 200; ++i) {
            stage.canvas->view().moveKeys((i % 50 < 25 ? 1 : -1) * share * static_cast<double>(points) / 100);
            panned.push_back(stage.frame());
        }
        printTimes(share > 0.1 ? "  panning over 30 %, one rank selected"
                               : "  panning over 1 %, one rank selected",
                   panned);
    }
}

void benchLive(int ranks, std::int64_t history, int recordsPerFrame)
{
    Stage stage;
    fill(stage.store, ranks, history);
    std::int64_t step = history;
    for (const bool follow : {false, true}) {
        stage.plot->fit();
        stage.frame();
        if (follow)
            stage.canvas->view().zoomKeys(static_cast<double>(step), 10'000.0 / static_cast<double>(step));
        std::vector<double> frames;
        for (int i = 0; i < 150; ++i) {
            const std::int64_t steps = std::max(1, recordsPerFrame / ranks);
            for (int rank = 0; rank < ranks; ++rank) {
                std::vector<Record> records;
                for (std::int64_t s = step; s < step + steps; ++s)
                    records.push_back(record(rank, s));
                stage.store.append(rank, records);
            }
            step += steps;
            frames.push_back(stage.frame());
        }
        printTimes(follow ? "  live, following the last 10,000 steps" : "  live, everything in sight",
                   frames);
    }
}

} // namespace lockstep
