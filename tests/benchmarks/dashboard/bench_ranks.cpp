// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_panel.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QCoreApplication>
#include <cmath>
#include <string>

namespace lockstep {

namespace {

/// `frame`: returns what the window's thread computed for it, ms.
template <typename Frame>
void measure(const char* what, Frame frame)
{
    constexpr int kTimes = 40;
    std::vector<double> frames;
    for (int i = 0; i < kTimes; ++i) {
        frames.push_back(frame(i));
        QCoreApplication::processEvents();
    }
    printTimes(what, frames);
}

/// One more step of each rank.
void stepAll(RunSummary& summary, MetricStore& store, std::int64_t step)
{
    for (const auto& entry : summary.ranks()) {
        StepFinished finished;
        finished.step = step;
        finished.loss = 2 + std::sin(0.01 * static_cast<double>(step) + entry.first);
        finished.dataSeconds = 0.001 * (entry.first % 7);
        finished.forwardSeconds = 0.01;
        const std::vector<Record> records{{static_cast<std::uint64_t>(step), 0, step * 20, finished}};
        store.append(entry.first, summary.take(entry.first, records));
    }
}

} // namespace

void benchRanks(int ranks)
{
    constexpr int kHistory = 200;
    const RecordedRun run{.hosts = (ranks + 15) / 16, .ranksPerHost = 16};
    RunSummary summary(recordedExperiment(run));
    MetricStore store;
    std::int64_t step = 0;
    for (; step < kHistory; ++step)
        stepAll(summary, store, step);
    RankPanel panel(store);
    panel.resize(1200, 700);
    panel.setSummary(summary);
    panel.show();
    QCoreApplication::processEvents();
    const std::string table = std::to_string(summary.ranks().size()) + " ranks in the table: ";
    measure((table + "painted again").c_str(), [&](int) {
        const double before = threadMilliseconds();
        panel.table().viewport()->repaint();
        return threadMilliseconds() - before;
    });
    const auto update = [&](int) {
        stepAll(summary, store, step++);
        const double before = threadMilliseconds();
        panel.setSummary(summary);
        panel.repaint();
        return threadMilliseconds() - before;
    };
    measure((table + "all rows change").c_str(), update);
    panel.table().sortByColumn(RankTableModel::Loss, Qt::AscendingOrder);
    measure((table + "all change, kept sorted").c_str(), update);
    measure((table + "sorted anew").c_str(), [&](int i) {
        const double before = threadMilliseconds();
        panel.table().sortByColumn(i % 2 == 0 ? RankTableModel::DataTime : RankTableModel::Loss,
                                   Qt::DescendingOrder);
        panel.repaint();
        return threadMilliseconds() - before;
    });
    measure((table + "filtered").c_str(), [&](int i) {
        const double before = threadMilliseconds();
        panel.table().setFilter(RankFilter(i % 2 == 0 ? QStringLiteral("gpu-1") : QString(), {}, {}));
        panel.repaint();
        return threadMilliseconds() - before;
    });
}

} // namespace lockstep
