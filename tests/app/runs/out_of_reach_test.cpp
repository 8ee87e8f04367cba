// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the page of a run says while some of its hosts cannot be asked, or do not take part any more.
#include "app/network/network_view.h"
#include "app/runs/host_strip.h"
#include "app/runs/rank_table.h"
#include "app/runs/run_header.h"
#include "app/runs/run_view.h"
#include "tests/app/runs/shown_texts.h"
#include "tests/app/summary/recorded_run.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;

class OutOfReachTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_runs;

private slots:
    /// The others have ended, and what they say of the end is all that is known.
    void aRunWithoutWordOfItsLastHostIsNotCalledTraining()
    {
        RunView view;
        train(view);
        QVERIFY(saysAnywhere(view, QStringLiteral("● Training")));
        QTRY_VERIFY(saysAnywhere(view, QStringLiteral(" left")));
        view.setHost(away(2));
        QVERIFY(saysAnywhere(view, QStringLiteral("● Training")));
        view.setHost(in(0, RunPhase::Failed));
        view.setHost(in(1, RunPhase::EndedWithOthers));
        QVERIFY(saysAnywhere(view, QStringLiteral("● Out of reach")));
        QTRY_VERIFY2(!saysAnywhere(view, QStringLiteral(" left")), "an estimate of what nobody knows");
        view.setHost(in(2, RunPhase::Training));
        QVERIFY(saysAnywhere(view, QStringLiteral("● Training")));
    }

    void aRankOnAHostThatIsAwayIsNotShownTraining()
    {
        RunView view;
        train(view);
        const auto& table = *view.findChild<RankTable*>();
        const auto word = [&](int rank) {
            return table.model()->index(rank, RankTableModel::State).data().toString();
        };
        QTRY_COMPARE(word(2), QStringLiteral("Training"));
        view.setHost(away(2));
        QCOMPARE(word(2), QStringLiteral("Out of reach"));
        const QString tip = table.model()->index(2, RankTableModel::State).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(QStringLiteral("since 00:00:01")), qPrintable(tip));
        QCOMPARE(word(1), QStringLiteral("Training"));
        const auto* network = view.findChild<NetworkView*>();
        const auto& picture = static_cast<const NetworkPicture&>(*network->scene());
        const auto dot = [&picture](std::size_t host) { return picture.host(host).dots().first().phase; };
        QVERIFY(dot(2) == RunPhase::Reconnecting);
        QVERIFY(picture.host(2).card().lamp.phase == RunPhase::Reconnecting);
        QVERIFY(dot(1) == RunPhase::Training);
        view.setHost(in(2, RunPhase::Training));
        QCOMPARE(word(2), QStringLiteral("Training"));
        QVERIFY(dot(2) == RunPhase::Training);
        view.setHost(away(2));
        train(view); // another run
        QTRY_COMPARE(word(2), QStringLiteral("Training"));
    }

    void aRunWhoseHostsMeetForAnotherAttemptIsAboutToRestart()
    {
        RunView view;
        train(view);
        for (const int host : {0, 1})
            view.setHost({host, RunPhase::Submitted, 0, 0, Error{"They meet.", {}, {}}});
        QVERIFY2(saysAnywhere(view, QStringLiteral("● Training")), "a host trains");
        view.setHost(away(2));
        QVERIFY(saysAnywhere(view, QStringLiteral("● About to restart")));
        view.setHost(in(0, RunPhase::Training));
        QVERIFY(saysAnywhere(view, QStringLiteral("● Training")));
    }

    /// Where this program begins the next attempt, nobody is connected to before the pause is over.
    void aRunThatThisProgramBeginsAgainIsAboutToRestart()
    {
        RunView view;
        train(view);
        view.setPhase(RunPhase::Connecting);
        QVERIFY(saysAnywhere(view, QStringLiteral("● Connecting")));
        for (const int host : {0, 1, 2})
            view.setHost({host, RunPhase::Submitted, 0, 0, Error{"It begins after a pause.", {}, {}}});
        QVERIFY(saysAnywhere(view, QStringLiteral("● About to restart")));
        view.setHost(in(0, RunPhase::Connecting));
        QVERIFY(saysAnywhere(view, QStringLiteral("● Connecting")));
    }

    /// It did not end with the run, which goes on.
    void aHostThatAnAttemptGoesOnWithoutIsLeftOut()
    {
        RunView view;
        RunFolder folder = train(view);
        RunInfo info = nextAttempt(folder.info(), {});
        info.phase = RunPhase::Training;
        info.roster = {0, 1};
        QVERIFY(folder.setInfo(info).ok());
        view.updateRun(folder);
        view.setHost({2, RunPhase::EndedWithOthers, 0, 0, Error{"It goes on without this host.", {}, {}}});
        QCOMPARE(cardText(view, 2), QStringLiteral("Left out of attempt 2"));
        QCOMPARE(cardText(view, 1), QStringLiteral("Training"));
        const auto* banner = view.findChild<QLabel*>(QStringLiteral("runBanner"));
        QVERIFY(banner->text().contains(QStringLiteral("without this host")));
        QVERIFY2(banner->property("warningText").toBool(), "the run goes on");
        view.setHost({1, RunPhase::Failed, 0, 0, Error{"The disk is full.", {}, {}}});
        QVERIFY(!banner->property("warningText").toBool());
    }

private:
    static HostStatus in(int host, RunPhase state)
    {
        HostStatus status;
        status.host = host;
        status.state = state;
        return status;
    }

    static HostStatus away(int host)
    {
        HostStatus status = in(host, RunPhase::Reconnecting);
        status.heard = QDateTime(QDate::currentDate(), QTime(0, 0, 1));
        return status;
    }

    static QString cardText(const RunView& view, int host)
    {
        const auto& strip = *view.findChild<HostStrip*>();
        for (const QWidget* part : strip.findChildren<QWidget*>())
            if (!part->accessibleName().isEmpty() && part->accessibleName() == strip.hostName(host))
                return part->accessibleDescription();
        return {};
    }

    /// A new run of three hosts, in the midst of its training.
    RunFolder train(RunView& view)
    {
        const RecordedRun run{.hosts = 3, .ranksPerHost = 1};
        const Result<RunFolder> folder = RunFolder::create(m_runs.path(), recordedExperiment(run));
        view.showRun(*folder);
        view.setPhase(RunPhase::Training);
        for (int rank = 0; rank < 3; ++rank) {
            const std::vector<Record> journal = recordedJournal(run, rank);
            view.addRecords(rank, {journal.begin(), journal.begin() + 200});
            view.setHost(in(rank, RunPhase::Training));
        }
        return *folder;
    }
};

QTEST_MAIN(OutOfReachTest)
#include "out_of_reach_test.moc"
