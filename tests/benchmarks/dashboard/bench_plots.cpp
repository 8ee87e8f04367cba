// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/plot_canvas.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

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

MetricTable lossOf(int ranks, std::int64_t points)
{
    MetricTable table;
    for (int rank = 0; rank < ranks; ++rank)
        for (std::int64_t step = 0; step < points; ++step)
            table.append(rank, Metric::Loss, step + 1, lossAt(rank, step));
    return table;
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

/// The table's points as QCustomPlot's own graphs.
void benchStock(const MetricTable& table, int ranks, std::int64_t points)
{
    if (ranks * points > 10'000'000)
        return std::puts("  stock QCPGraph: left out, above a second a frame"), void();
    QCustomPlot plot;
    plot.resize(1280, 800);
    for (int rank = 0; rank < ranks; ++rank) {
        const Series& series = *table.find(Metric::Loss, rank);
        QVector<QCPGraphData> data;
        data.reserve(points);
        for (std::size_t i = 0; i < series.size(); ++i)
            data.append({static_cast<double>(series.key(i)), static_cast<double>(series.value(i))});
        plot.addGraph()->data()->set(data, true);
    }
    plot.show();
    plot.rescaleAxes();
    std::vector<double> frames;
    for (int i = 0; i < 20; ++i) {
        const double before = threadMilliseconds();
        plot.replot(QCustomPlot::rpImmediateRefresh);
        frames.push_back(threadMilliseconds() - before);
    }
    printTimes("  stock QCPGraph, everything in sight", frames);
}

std::vector<double> panned(Stage& stage, std::int64_t points, double share)
{
    stage.plot->fit();
    stage.frame();
    stage.canvas->view().zoomKeys(static_cast<double>(points) / 2, share);
    std::vector<double> frames;
    for (int i = 0; i < 200; ++i) {
        stage.canvas->view().moveKeys((i % 50 < 25 ? 1 : -1) * share * static_cast<double>(points) / 100);
        frames.push_back(stage.frame());
    }
    return frames;
}

} // namespace

void benchPlots(int ranks, std::int64_t points)
{
    Stage stage;
    QElapsedTimer timer;
    timer.start();
    MetricTable table = lossOf(ranks, points);
    std::printf("%d ranks x %lld points: built in %lld ms, %.2f bytes a point\n", ranks,
                static_cast<long long>(points), static_cast<long long>(timer.elapsed()),
                static_cast<double>(table.bytes()) / (ranks * static_cast<double>(points)));
    benchStock(table, ranks, points);
    stage.store.replace(std::move(table));
    std::vector<double> still;
    for (int i = 0; i < 100; ++i)
        still.push_back(stage.frame());
    printTimes("  everything in sight", still);
    stage.plot->setSelectedRanks({1});
    printTimes("  panning over 30 %, one rank selected", panned(stage, points, 0.3));
    printTimes("  panning over 1 %, one rank selected", panned(stage, points, 0.01));
    stage.plot->fit();
    std::vector<double> live;
    for (std::int64_t step = points; step < points + 100; ++step) {
        for (int rank = 0; rank < ranks; ++rank)
            stage.store.append(rank, std::vector<Record>{record(rank, step)});
        live.push_back(stage.frame());
    }
    printTimes("  live, everything in sight", live);
}

void benchLive(int ranks, std::int64_t history, int recordsPerFrame)
{
    Stage stage;
    stage.store.replace(lossOf(ranks, history));
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
