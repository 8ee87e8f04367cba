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
    void draw() const { canvas->replot(QCustomPlot::rpImmediateRefresh); }
    FrameTimes frames(int most, const std::function<void(int)>& prepare) const
    {
        return measuredFrames(most, prepare, [this] { draw(); });
    }
    /// One more step of every rank.
    void append(int ranks, std::int64_t step)
    {
        for (int rank = 0; rank < ranks; ++rank)
            store.append(rank, std::vector<Record>{record(rank, step)});
    }
};

/// To one side and back, by a hundredth of what is in sight a frame.
int direction(int frame)
{
    return frame % 50 < 25 ? 1 : -1;
}

/// The table's points as QCustomPlot's own graphs.
void benchStock(const MetricTable& table, int ranks, std::int64_t points)
{
    if (ranks * points > 100'000'000)
        return std::puts("  QCPGraph: left out, it holds 16 bytes a point and takes seconds a frame"), void();
    constexpr int kFrames = 60;
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
    const auto draw = [&] { plot.replot(QCustomPlot::rpImmediateRefresh); };
    printFrames("  QCPGraph, everything in sight", measuredFrames(
                                                       kFrames, [](int) {}, draw));
    const auto append = [&](int frame) {
        for (int rank = 0; rank < ranks; ++rank)
            plot.graph(rank)->addData(static_cast<double>(points + frame), lossAt(rank, points + frame));
        plot.xAxis->rescale();
    };
    printFrames("  QCPGraph, live, everything in sight", measuredFrames(kFrames, append, draw));
    plot.xAxis->scaleRange(0.3);
    const auto pan = [&](int frame) {
        plot.xAxis->moveRange(direction(frame) * plot.xAxis->range().size() / 100);
    };
    printFrames("  QCPGraph, panning over 30 %", measuredFrames(kFrames, pan, draw));
}

FrameTimes panned(Stage& stage, std::int64_t points, double share)
{
    stage.plot->fit();
    stage.draw();
    stage.canvas->view().zoomKeys(static_cast<double>(points) / 2, share);
    stage.draw();
    return stage.frames(200, [&](int frame) {
        stage.canvas->view().moveKeys(direction(frame) * share * static_cast<double>(points) / 100);
    });
}

/// In to a thousandth, and out again.
FrameTimes zoomed(Stage& stage, std::int64_t points)
{
    stage.plot->fit();
    stage.draw();
    return stage.frames(200, [&](int frame) {
        stage.canvas->view().zoomKeys(static_cast<double>(points) * 0.4,
                                      std::pow(1000.0, -direction(frame) / 25.0));
    });
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
    stage.draw();
    printFrames("  everything in sight", stage.frames(100, [](int) {}));
    stage.plot->setSelectedRanks({1});
    printFrames("  panning over 30 %, one rank selected", panned(stage, points, 0.3));
    printFrames("  panning over 1 %, one rank selected", panned(stage, points, 0.01));
    printFrames("  zooming, one rank selected", zoomed(stage, points));
    stage.plot->fit();
    stage.draw();
    printFrames("  live, everything in sight",
                stage.frames(100, [&](int frame) { stage.append(ranks, points + frame); }));
}

void benchLive(int ranks, std::int64_t history, int recordsPerFrame)
{
    Stage stage;
    stage.store.replace(lossOf(ranks, history));
    std::int64_t step = history;
    const auto append = [&](int) {
        const std::int64_t end = step + std::max(1, recordsPerFrame / ranks);
        for (; step < end; ++step)
            stage.append(ranks, step);
    };
    for (const bool follow : {false, true}) {
        stage.plot->fit();
        stage.draw();
        if (follow)
            stage.canvas->view().zoomKeys(static_cast<double>(step), 10'000.0 / static_cast<double>(step));
        printFrames(follow ? "  live, following the last 10,000 steps" : "  live, everything in sight",
                    stage.frames(150, append));
    }
}

} // namespace lockstep
