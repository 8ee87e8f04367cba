// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/catalogue.h"
#include "app/catalogue/run_filter.h"
#include "tests/app/summary/recorded_run.h"
#include "tests/benchmarks/dashboard/bench_dashboard.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <cstdio>

namespace lockstep {

namespace {

/// Folders of runs that have ended, each with other parameters.
void makeRuns(const QString& folder, int count)
{
    Experiment experiment = recordedExperiment({});
    for (int i = 0; i < count; ++i) {
        experiment.name = "Run " + std::to_string(i);
        experiment.training.learningRate = 0.001 * (1 + i % 100);
        experiment.training.seed = static_cast<std::uint64_t>(i);
        Result<RunFolder> run = RunFolder::create(folder, experiment);
        RunInfo info = run->info();
        info.phase = RunPhase::Finished;
        info.complete = true;
        (void)run->setInfo(info);
    }
}

/// Wall-clock time until the catalogue has shown what it knew, and until it has looked at every folder.
void openCatalogue(const char* what, const QString& cache, const QString& runs, RunListModel& model)
{
    Catalogue catalogue({}, cache);
    QEventLoop loop;
    QElapsedTimer clock;
    qint64 shown = 0;
    QObject::connect(&catalogue, &Catalogue::opened, &loop, [&](const QVector<CatalogueRun>& known) {
        model.setRuns(known);
        shown = clock.elapsed();
    });
    QObject::connect(
        &catalogue, &Catalogue::changed, &loop,
        [&](const QVector<CatalogueRun>& changed, const QStringList& gone) { model.update(changed, gone); });
    QObject::connect(&catalogue, &Catalogue::scanned, &loop, &QEventLoop::quit);
    clock.start();
    catalogue.open(runs);
    loop.exec();
    std::printf("%-46s shown after %lld ms, every folder looked at after %lld ms (%d runs)\n", what,
                static_cast<long long>(shown), static_cast<long long>(clock.elapsed()), model.rowCount());
    std::fflush(stdout);
}

} // namespace

void benchCatalogue(int runs)
{
    QTemporaryDir folder, cache;
    makeRuns(folder.path(), runs);
    {
        RunListModel fresh;
        openCatalogue("catalogue, no index yet", cache.path(), folder.path(), fresh);
    }
    RunListModel model;
    openCatalogue("catalogue, opened again", cache.path(), folder.path(), model);
    RunFilter filter(model);
    (void)filter.rowCount(); // a proxy that nobody has asked has nothing to filter
    std::vector<double> times;
    for (const char* text : {"run 77", "lr>0.05", "learning_rate>0.05 seed<5000", "model:mnist -tag:old",
                             "host:host", "nothing like it", "unheard_of>3"}) {
        const double before = threadMilliseconds();
        filter.setQuery(RunQuery::parse(QLatin1String(text)).value());
        (void)filter.rowCount();
        times.push_back(threadMilliseconds() - before);
    }
    printTimes("catalogue, a search", times);
    filter.setQuery({});
    times.clear();
    for (const int column :
         {RunListModel::Name, RunListModel::Date, RunListModel::State, RunListModel::Hosts}) {
        const double before = threadMilliseconds();
        filter.sort(column, Qt::DescendingOrder);
        times.push_back(threadMilliseconds() - before);
    }
    printTimes("catalogue, another order", times);
}

} // namespace lockstep
