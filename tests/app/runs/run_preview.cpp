// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
// run_preview OUTPUT.png [dark|light] [en|zh_CN]
//   [page|training|gpus|many|network|failed|list|compare|parallel|empty|deploy] [RATIO]
#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_list.h"
#include "app/network/run_network_panel.h"
#include "app/runs/run_layout.h"
#include "app/runs/run_page.h"
#include "app/runs/run_view.h"
#include "app/text/language.h"
#include "app/theme/theme.h"
#include "tests/app/summary/recorded_run.h"

#include <QApplication>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

using namespace lockstep;

namespace {

RecordedRun runOf(const QString& scene)
{
    if (scene == QLatin1String("many"))
        return {.hosts = 8,
                .ranksPerHost = 8,
                .epochs = 6,
                .stepsPerEpoch = 2000,
                .name = "ResNet-18 on eight hosts"};
    if (scene == QLatin1String("gpus"))
        return {.ranksPerHost = 4, .name = "ResNet-18 on four GPUs", .onGpus = true};
    if (scene == QLatin1String("network"))
        return {.hosts = 3, .ranksPerHost = 4};
    if (scene == QLatin1String("failed"))
        return {.hosts = 3, .ranksPerHost = 1, .failingRank = 2};
    return {.hosts = scene == QLatin1String("deploy") ? 3 : 1,
            .ranksPerHost = scene == QLatin1String("training") ? 4 : 2};
}

void showHalf(RunView& view, const RunFolder& folder, const RecordedRun& run, const QString& scene)
{
    view.showRun(folder);
    if (scene == QLatin1String("empty"))
        return view.setPhase(RunPhase::Connecting);
    if (scene == QLatin1String("deploy")) {
        view.setPhase(RunPhase::Deploying);
        view.setHost({0, RunPhase::Submitted, 0, 0, {}});
        view.setHost({1, RunPhase::Deploying, 41'000'000, 63'000'000, {}});
        view.setHost(
            {2, RunPhase::Failed, 0, 0,
             Error{"The host key of %1 has changed since it was last reached. If that is expected, remove "
                   "its old line from known_hosts.",
                   {"10.0.0.2:22"},
                   {}}});
        return;
    }
    view.setPhase(RunPhase::Training);
    for (int host = 0; host < run.hosts; ++host)
        view.setHost({host, RunPhase::Training, 0, 0, {}});
    for (int rank = 0; rank < run.hosts * run.ranksPerHost; ++rank) {
        std::vector<Record> journal = recordedJournal(run, rank);
        journal.resize(journal.size() * 3 / 4);
        view.addRecords(rank, QVector<Record>(journal.begin(), journal.end()));
    }
}

/// What each rank sends to the first one of the next host, and the picture of it in front.
void showNetwork(RunView& view, const RecordedRun& run)
{
    const int ranks = run.hosts * run.ranksPerHost;
    for (int rank = 0; rank < ranks; ++rank) {
        LinksMeasured links;
        links.seconds = 2;
        links.peers = {(rank / run.ranksPerHost + 1) % run.hosts * run.ranksPerHost};
        links.bytesSent = {1'000'000 * (1 + rank)};
        links.bytesReceived = links.bytesSent;
        links.lateSeconds = {0.1};
        view.addRecords(rank, {Record{1'000'000, 0, 0, links}});
    }
    view.findChild<RunLayout*>()->showPart(view.findChild<RunNetworkPanel*>());
}

/// Six runs with three learning rates and two optimisers, on the page that the scene names.
std::unique_ptr<QWidget> comparisonOf(const QString& runs, const QString& scene)
{
    QVector<CatalogueRun> sweep;
    RunEntryReader reader({});
    for (int i = 0; i < 6; ++i) {
        const RecordedRun run{.epochs = 2 + i % 3, .name = "Digits " + std::to_string(i + 1)};
        const Result<RunFolder> folder = writeRecordedRun(runs, run);
        CatalogueRun digest = digestRun(folder->path(), reader, false);
        QVector<RunField> fields = digest.fields.all();
        for (RunField& field : fields) {
            if (field.name == QLatin1String("training.learning_rate"))
                field = {field.name, QString::number(0.1 / (1 + 9 * (i % 3))), 0.1 / (1 + 9 * (i % 3))};
            if (field.name == QLatin1String("training.optimizer") && i > 2)
                field.text = QStringLiteral("adam");
        }
        digest.fields = RunFields(fields);
        sweep.append(digest);
    }
    auto comparison = std::make_unique<RunComparison>(sweep);
    comparison->setAttribute(Qt::WA_DeleteOnClose, false);
    comparison->findChild<QTabWidget*>()->setCurrentIndex(scene == QLatin1String("parallel") ? 3 : 0);
    return comparison;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const QString output = arguments.value(1, QStringLiteral("preview.png"));
    const QString scene = arguments.value(4, QStringLiteral("page"));
    installLanguage(application, arguments.value(3, QStringLiteral("en")));
    applyTheme(application,
               arguments.value(2) == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark);
    QTemporaryDir runs;
    const RecordedRun run = runOf(scene);
    const Result<RunFolder> folder = writeRecordedRun(runs.path(), run);
    RemoteOptions options;
    options.runsFolder = runs.path();
    RunPage page(options);
    RunView view;
    RunList list(options);
    QWidget* shown = &page;
    std::unique_ptr<QWidget> compared;
    if (scene == QLatin1String("list")) {
        (void)writeRecordedRun(runs.path(), {.hosts = 3, .failingRank = 2, .name = "Three hosts"});
        list.refresh();
        shown = &list;
    } else if (scene == QLatin1String("compare") || scene == QLatin1String("parallel")) {
        compared = comparisonOf(runs.path(), scene);
        shown = compared.get();
    } else if (scene == QLatin1String("page") || scene == QLatin1String("failed")) {
        (void)page.open(folder->path());
    } else {
        showHalf(view, *folder, run, scene);
        if (scene == QLatin1String("network"))
            showNetwork(view, run);
        shown = &view;
    }
    shown->resize(1360, 820);
    shown->show();
    QTimer::singleShot(900, shown, [&] {
        shown->grab().save(output);
        QCoreApplication::quit();
    });
    return QApplication::exec();
}
