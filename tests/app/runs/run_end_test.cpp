// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the end of a run is told on its page, and where it leads.
#include "app/logs/log_panel.h"
#include "app/logs/log_view.h"
#include "app/plots/plot_canvas.h"
#include "app/runs/host_strip.h"
#include "app/runs/host_texts.h"
#include "app/runs/rank_table.h"
#include "app/runs/run_lead.h"
#include "app/runs/run_page.h"
#include "app/runs/run_view.h"
#include "engine/protocol/exit_code.h"
#include "tests/app/runs/shown_texts.h"
#include "tests/app/summary/recorded_run.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <utility>

using namespace lockstep;

class RunEndTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_runs;
    /// Of three hosts, of which one did not answer.
    RunFolder runThatDidNotStart() const
    {
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment({.hosts = 3}));
        RunInfo info = folder->info();
        info.phase = RunPhase::Failed;
        info.exitCode = static_cast<int>(ExitCode::HostUnreachable);
        info.reason = "Host gpu-1: The SSH server does not answer.";
        info.culpritHosts = {1};
        info.complete = true;
        if (!folder->setInfo(info).ok())
            qFatal("a run cannot be kept");
        return *folder;
    }

private slots:
    void thePageSaysWhoFailedAndWhoEndedWithIt()
    {
        const Result<RunFolder> folder =
            writeRecordedRun(m_runs.path(), {.hosts = 3, .ranksPerHost = 1, .failingRank = 1});
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        page.show();
        QVERIFY(page.open(folder->path()).ok());
        auto& table = *page.findChild<RankTable*>();
        const auto word = [&](int rank) {
            return table.model()->index(rank, RankTableModel::State).data().toString();
        };
        QTRY_COMPARE(word(1), QStringLiteral("Failed"));
        QTRY_COMPARE(word(0), QStringLiteral("Ended with it"));
        QCOMPARE(word(2), word(0));
        const QVector<HostStatus> hosts = page.findChild<HostStrip*>()->statuses();
        for (int host = 0; host < 3; ++host) {
            QVERIFY(hosts[host].state == (host == 1 ? RunPhase::Failed : RunPhase::EndedWithOthers));
            QCOMPARE(hostStateText(hosts[host]), word(host));
        }
        // The cause is said once, with the host that its advice is about, and its log is open.
        const QString banner = page.findChild<QLabel*>(QStringLiteral("runBanner"))->text();
        QVERIFY2(banner.count(QStringLiteral("not enough memory")) == 1, qPrintable(banner));
        QVERIFY2(banner.startsWith(QStringLiteral("On gpu-1: ")), qPrintable(banner));
        QCOMPARE(page.findChild<QComboBox*>(QStringLiteral("logChooser"))->currentText(),
                 QStringLiteral("Rank 1"));
    }

    /// Its host restarts the run; the rank that was killed wrote nothing more.
    void aRankThatEndedAnAttemptIsNotShownTraining_data()
    {
        QTest::addColumn<int>("culprit");
        QTest::newRow("the rank was killed") << 1;
        QTest::newRow("the supervisor of its host was killed, and took it along") << -1;
    }
    void aRankThatEndedAnAttemptIsNotShownTraining()
    {
        QFETCH(const int, culprit);
        const RecordedRun run{.hosts = 2, .ranksPerHost = 1};
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        QVERIFY(folder.ok());
        RunView view;
        view.showRun(*folder);
        view.setPhase(RunPhase::Training);
        for (int rank = 0; rank < 2; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            view.addRecords(rank, {journal.begin(), journal.begin() + 20});
        }
        RunInfo info = folder->info();
        info.phase = RunPhase::Failed;
        info.exitCode = static_cast<int>(ExitCode::Failure);
        info.reason = "Rank 1 was killed.";
        info.culprit = culprit;
        info.culpritHosts = {1};
        info = nextAttempt(info, {});
        info.phase = RunPhase::Training;
        QVERIFY(folder->setInfo(info).ok());
        view.updateRun(*folder);
        view.setPhase(RunPhase::Submitted);
        auto& table = *view.findChild<RankTable*>();
        const auto word = [&](int rank) {
            return table.model()->index(rank, RankTableModel::State).data().toString();
        };
        QTRY_COMPARE(word(1), QStringLiteral("Failed"));
        QCOMPARE(word(0), QStringLiteral("Ended with it"));
        const auto says = [&view](const QString& words) {
            const QList<QLabel*> labels = view.findChildren<QLabel*>();
            return std::ranges::any_of(labels,
                                       [&](const QLabel* label) { return label->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("About to restart")));
        for (int host = 0; host < 2; ++host)
            view.setHost({host, RunPhase::Submitted, 0, 0, Error{"Attempt 2 begins by itself.", {}, {}}});
        auto* banner = view.findChild<QLabel*>(QStringLiteral("runBanner"));
        QCOMPARE(banner->text(), QStringLiteral("Attempt 2 begins by itself."));
        QVERIFY(banner->property("warningText").toBool());
        for (const HostStatus& host : view.findChild<HostStrip*>()->statuses())
            QCOMPARE(hostStateText(host), QStringLiteral("About to restart"));
        view.setHost({0, RunPhase::Failed, 0, 0, Error{"The disk is full.", {}, {}}});
        QVERIFY(!banner->property("warningText").toBool());
    }

    /// A rank that waits in vain tells where each of them stands, one after the other.
    void whereEachRankStandsIsTold()
    {
        const RecordedRun run{.hosts = 1, .ranksPerHost = 1};
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        RunView view;
        view.showRun(*folder);
        view.setPhase(RunPhase::Training);
        const std::vector<Record> journal = recordedJournal(run, 0);
        QVector<Record> records(journal.begin(), journal.begin() + 20);
        const auto warn = [&records](const char* text, const std::string& rank, std::int64_t afterMs) {
            Record next = records.last();
            ++next.sequence;
            next.wallMs += afterMs;
            next.event = Warned{{text, {rank}}};
            records.append(next);
        };
        warn("The loader of rank %1 is slow.", "0", 1);
        warn("Rank %1 finished collective 7 and began 8.", "0", 60'000);
        warn("Rank %1 finished collective 7 and began 8.", "1", 1);
        for (const char* rank : {"2", "3", "4"})
            warn("Rank %1 finished collective 7 and never began 8.", rank, 1);
        view.addRecords(0, records);
        auto* banner = view.findChild<QLabel*>(QStringLiteral("runBanner"));
        QTRY_VERIFY(banner->text().contains(QStringLiteral("Rank 0 finished collective 7")));
        for (const char* rank : {"0", "1", "2", "3", "4"})
            QVERIFY2(banner->toolTip().contains(QStringLiteral("Rank %1 finished").arg(QLatin1String(rank))),
                     qPrintable(banner->toolTip()));
        QVERIFY(!banner->toolTip().contains(QStringLiteral("loader")));
    }

    /// Its card may have room for little; what points at it is told everything.
    void aHostThatIsAwayIsToldInFewWordsAndInMany()
    {
        HostStatus away{0, RunPhase::Reconnecting, 0, 0, Error{"Cut <off>.", {}, {}}, OutOfReach::Trains};
        QCOMPARE(shortHostStateText(away), QStringLiteral("Out of reach"));
        const QDateTime now = QDateTime::currentDateTime();
        away.heard = QDateTime(now.date(), QTime(0, 0, 1));
        QCOMPARE(shortHostStateText(away), QStringLiteral("Stale since 00:00:01"));
        QCOMPARE(hostStateText(away), QStringLiteral("Stale since 00:00:01; still training"));
        HostStrip strip;
        strip.setHosts(recordedExperiment({.hosts = 2}));
        strip.setStatus(away);
        QString tips;
        for (const QWidget* part : strip.findChildren<QWidget*>())
            tips += part->toolTip();
        for (const char* told : {"since 00:00:01", "still train", "Cut &lt;off&gt;."})
            QVERIFY2(tips.contains(QLatin1String(told)), qPrintable(tips));
    }

    /// Hosts that were only connected to when the start failed have not finished anything.
    void afterAFailedStartNothingWasStartedElsewhere()
    {
        const RunFolder folder = runThatDidNotStart();
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        QVERIFY(page.open(folder.path()).ok());
        auto& table = *page.findChild<RankTable*>();
        const auto word = [&](int rank) {
            return table.model()->index(rank, RankTableModel::State).data().toString();
        };
        const auto& strip = *page.findChild<HostStrip*>();
        QTRY_COMPARE(hostStateText(strip.statuses()[0]), QStringLiteral("Not started"));
        const QVector<HostStatus> hosts = strip.statuses();
        QTRY_COMPARE(word(0), QStringLiteral("Not started"));
        QCOMPARE(hostStateText(hosts[1]), QStringLiteral("Failed"));
        QCOMPARE(hostStateText(hosts[2]), word(4));
        QSignalSpy led(&page, &RunPage::leadWanted);
        button(page, QStringLiteral("Show gpu-1"))->click();
        QCOMPARE(led.count(), 1);
        const auto lead = led[0][0].value<RunLead>();
        QVERIFY(lead.place == RunLead::Place::Host);
        QCOMPARE(lead.key, std::string("topology.hosts.1.address"));
    }

    /// It stood there as three sentences that differed in an address.
    void oneCauseOfThreeHostsIsToldOnce()
    {
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment({.hosts = 3}));
        const auto refused = [](int host) {
            const std::string address = "10.0.0." + std::to_string(host) + ":22";
            return Sentence("Cannot connect to %1: %2. Check the address.", {address, "Connection refused"});
        };
        RunInfo info = folder->info();
        info.phase = RunPhase::Failed;
        info.exitCode = static_cast<int>(ExitCode::HostUnreachable);
        info.reason = {"Host %1: %2", {"gpu-1", refused(1)}};
        info.culpritHosts = {1}; // it gave up first
        QVERIFY(folder->setInfo(info).ok());
        RunView view;
        view.showRun(*folder);
        view.setPhase(RunPhase::Failed);
        for (const int host : {0, 1, 2})
            view.setHost({host, RunPhase::Failed, 0, 0, host == 1 ? info.reason : refused(host)});
        const auto* banner = view.findChild<QLabel*>(QStringLiteral("runBanner"));
        QCOMPARE(banner->text(),
                 QStringLiteral("On This computer, gpu-1 and gpu-2: Cannot connect to the host: "
                                "Connection refused. Check the address."));
        view.setHost({0, RunPhase::Failed, 0, 0, Sentence("The disk is full.")});
        view.setHost({2, RunPhase::Failed, 0, 0, Sentence("The disk is full.")});
        QCOMPARE(banner->text(),
                 QStringLiteral("Host gpu-1: Cannot connect to 10.0.0.1:22: Connection refused. "
                                "Check the address.\nOn This computer and gpu-2: The disk is full."));
    }

    /// Resume stood there, and plots and logs promised what could not come any more.
    void aRunThatFailedBeforeItBeganOffersToTryAgain()
    {
        const RunFolder folder = runThatDidNotStart();
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        page.resize(1000, 700);
        page.show();
        QVERIFY(page.open(folder.path()).ok());
        QTRY_VERIFY(button(page, QStringLiteral("Try again")));
        QVERIFY(button(page, QStringLiteral("Try again"))->isVisible());
        QVERIFY(!button(page, QStringLiteral("Resume")));
        const auto shows = [](const PlotCanvas& canvas, const QString& words) {
            for (int i = 0; i < canvas.itemCount(); ++i) {
                const auto* text = qobject_cast<QCPItemText*>(canvas.item(i));
                if (text && text->visible() && text->text().contains(words))
                    return true;
            }
            return false;
        };
        for (const PlotCanvas* canvas : page.findChildren<PlotCanvas*>()) {
            if (canvas->visibleRegion().isEmpty())
                continue; // scrolled away: it is drawn when it is seen
            QTRY_VERIFY(shows(*canvas, QStringLiteral("was not reported before the run ended")));
            QVERIFY(!shows(*canvas, QStringLiteral("appears here")));
        }
        QCOMPARE(page.findChild<LogView*>()->emptyText(), QStringLiteral("Nothing was written here."));
    }

    void aRunThatWasLeftBeforeAnyHostKnewOfItIsNotStarted()
    {
        Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment({.hosts = 2}));
        RunInfo info = folder->info();
        info.phase = RunPhase::Deploying;
        QVERIFY(folder->setInfo(info).ok());
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        QVERIFY(page.open(folder->path()).ok());
        QTRY_VERIFY(page.phase() == RunPhase::NotStarted);
        QVERIFY(saysAnywhere(page, QStringLiteral("Not started")));
        for (const HostStatus& host : page.findChild<HostStrip*>()->statuses())
            QCOMPARE(hostStateText(host), QStringLiteral("Not started"));
        QVERIFY(RunFolder::open(folder->path())->info().phase == RunPhase::NotStarted);
    }

    void theButtonOfTheEndLeadsToTheLastLinesOfTheCulprit()
    {
        const Result<RunFolder> folder =
            writeRecordedRun(m_runs.path(), {.ranksPerHost = 3, .failingRank = 1});
        RunInfo info = folder->info();
        info.exitCode = 137;
        RunFolder changed = *folder;
        QVERIFY(changed.setInfo(info).ok());
        RemoteOptions options;
        options.runsFolder = m_runs.path();
        RunPage page(options);
        page.resize(1200, 800);
        page.show();
        QVERIFY(page.open(folder->path()).ok());
        auto& chooser = *page.findChild<QComboBox*>(QStringLiteral("logChooser"));
        auto& view = *page.findChild<LogView*>();
        QTRY_VERIFY(button(page, QStringLiteral("Show the log of rank 1")));
        chooser.setCurrentIndex(0);
        view.setFollowing(false);
        QSignalSpy led(&page, &RunPage::leadWanted);
        button(page, QStringLiteral("Show the log of rank 1"))->click();
        QCOMPARE(chooser.currentText(), QStringLiteral("Rank 1"));
        QVERIFY(view.following());
        QCOMPARE(led.count(), 0);
    }

    void leadsToWhatTheEndIsAbout_data()
    {
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("key");
        QTest::newRow("data") << static_cast<int>(ExitCode::DataError) << "data.path";
        QTest::newRow("memory") << static_cast<int>(ExitCode::OutOfMemory) << "training.batch";
        QTest::newRow("device") << static_cast<int>(ExitCode::DeviceUnavailable)
                                << "topology.hosts.2.devices";
        QTest::newRow("deployment") << static_cast<int>(ExitCode::DeployFailed) << "topology.hosts.2.address";
        QTest::newRow("stop") << static_cast<int>(ExitCode::Stopped) << "";
        QTest::newRow("well") << 0 << "";
    }
    void leadsToWhatTheEndIsAbout()
    {
        QFETCH(int, exitCode);
        QFETCH(QString, key);
        RunInfo info;
        info.phase = RunPhase::Failed;
        info.exitCode = exitCode;
        info.culpritHosts = {2};
        const RunLead lead = leadOf(info);
        QCOMPARE(QString::fromStdString(lead.key), key);
        const Experiment ran = recordedExperiment({.hosts = 3});
        QCOMPARE(leadText(lead, ran).isEmpty(), key.isEmpty());
        if (key.isEmpty())
            return;
        Experiment drawn = ran;
        std::swap(drawn.topology.hosts[0], drawn.topology.hosts[2]);
        const bool isHost = lead.place == RunLead::Place::Host;
        QCOMPARE(QString::fromStdString(*keyInDrawing(lead, ran, drawn)),
                 isHost ? key.replace(QStringLiteral(".2."), QStringLiteral(".0.")) : key);
        drawn.topology.hosts.erase(drawn.topology.hosts.begin());
        QCOMPARE(keyInDrawing(lead, ran, drawn).has_value(), !isHost);
        drawn.name = "Another one";
        QVERIFY(!keyInDrawing(lead, ran, drawn));
    }
};

QTEST_MAIN(RunEndTest)
#include "run_end_test.moc"
