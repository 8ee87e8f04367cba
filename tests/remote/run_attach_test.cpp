// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs that are watched again, resumed, fetched from and left alone, with an engine that only talks.
#include "tests/remote/checkpoint_helpers.h"
#include "tests/remote/fake_hosts.h"

#include <QDir>
#include <QElapsedTimer>

namespace lockstep {

class RunAttachTest : public QObject, private FakeHosts {
    Q_OBJECT
private slots:
    void initTestCase() { startHosts(); }
    void init() { freshRuns(); }
    void attachesToARunInProgress();
    void skipsWhatTheCallerHasSeen();
    void attachesToAFinishedRun();
    void attachToARunThatTheHostForgot();
    void resumesWithAFurtherAttempt();
    void fetchesFiles();
    void destructionLeavesTheRunAlone();
};

void RunAttachTest::attachesToARunInProgress()
{
    for (const QString& home : {m_a->home(), m_b->home()})
        configure(home, "records=4000 seconds=4");
    auto controller = make();
    auto first = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 500 && first->records[1] > 500, 60'000);
    const QString folder = controller->folder().path();
    controller.reset();
    QTest::qWait(700);
    controller = make();
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message()));
    // From the first record on: what the mirror held, and what came since.
    QCOMPARE(heard.records[0], 4001);
    QCOMPARE(heard.records[1], 4001);
    QCOMPARE(heard.gaps, 0);
    QCOMPARE(heard.keyQuestions, 0);
    verifyMirrors(*controller, {{0, m_a->home()}, {1, m_b->home()}});
}

/// A caller that has read the mirror itself gets only the rest.
void RunAttachTest::skipsWhatTheCallerHasSeen()
{
    auto controller = make();
    auto first = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 2)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->finished, 30'000);
    const QString folder = controller->folder().path();
    controller = make();
    Listener heard(*controller);
    heard.sequences[0] = 290;
    QVERIFY(controller->attach(folder, {{0, 290}}).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QCOMPARE(heard.records[0], 11);
    QCOMPARE(heard.records[1], 301);
    QCOMPARE(heard.gaps, 0);
}

void RunAttachTest::attachesToAFinishedRun()
{
    auto controller = make();
    auto first = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 2)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->finished, 30'000);
    const QString folder = controller->folder().path();
    controller.reset();
    m_a->stop(); // not needed any more
    controller = make();
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 5'000);
    QVERIFY(m_a->start());
    QCOMPARE(heard.records[0], 301);
    QCOMPARE(heard.records[1], 301);
    QVERIFY(heard.result.phase == RunPhase::Finished);
    QVERIFY(controller->hosts()[0].state == RunPhase::Finished);
}

void RunAttachTest::attachToARunThatTheHostForgot()
{
    auto controller = make();
    auto first = std::make_unique<Listener>(*controller);
    configure(m_a->home(), "records=100000 seconds=20");
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 100, 30'000);
    const QString folder = controller->folder().path();
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id;
    controller.reset();
    QVERIFY(QDir(there).removeRecursively());
    controller = make();
    Listener heard(*controller);
    QVERIFY(controller->attach(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 20'000);
    QVERIFY(heard.result.phase == RunPhase::Failed && !heard.result.complete);
    QVERIFY2(heard.result.message().contains("no such run"), qPrintable(heard.result.message()));
    QVERIFY(heard.records[0] > 100);
}

void RunAttachTest::resumesWithAFurtherAttempt()
{
    auto controller = make();
    auto first = std::make_unique<Listener>(*controller);
    configure(m_a->home(), "records=100000 seconds=60");
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(first->records[0] > 100, 30'000);
    const QString folder = controller->folder().path();
    controller->stop();
    QTRY_VERIFY_WITH_TIMEOUT(first->finished, 20'000);
    controller = make();
    configure(m_a->home(), "records=200 seconds=0.5");
    QVERIFY(QFile::remove(m_a->home() + "/.lockstep/runs/" + QFileInfo(folder).fileName() + "/host-0/stop"));
    Listener heard(*controller);
    QVERIFY(controller->resume(folder).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    QVERIFY2(heard.result.phase == RunPhase::Finished, qPrintable(heard.result.message()));
    QCOMPARE(heard.result.attempt, 2);
    QCOMPARE(heard.records[0], 201);
    QVERIFY(QFile::exists(folder + "/attempt-1/rank-0.jsonl") &&
            QFile::exists(folder + "/attempt-2/rank-0.jsonl"));
}

void RunAttachTest::fetchesFiles()
{
    auto controller = make();
    Listener heard(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1), hostFor(*m_b, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard.finished, 30'000);
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/";
    QVERIFY(QDir().mkpath(there + "checkpoints/step-00000300"));
    std::map<std::string, std::string> files{{"model.safetensors", std::string(3'000'000, 'c')}};
    files["manifest.json"] = manifestOf(files);
    for (const auto& [name, text] : files) {
        QFile file(there + "checkpoints/step-00000300/" + QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
    }
    QSignalSpy fetched(controller.get(), &RunController::checkpointFinished);
    controller->orderCheckpoint(CheckpointDeed::Fetch, "checkpoints/step-00000300");
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 1, 20'000);
    QVERIFY(!fetched[0][0].value<CheckpointOutcome>().error);
    const QString here = controller->folder().path() + "/checkpoints/step-00000300/";
    QCOMPARE(contentOf(here + "model.safetensors").toStdString(), files["model.safetensors"]);
    QCOMPARE(contentOf(here + "manifest.json").toStdString(), files["manifest.json"]);
    for (const char* bad : {"checkpoints/none", "../x", "/etc/passwd"})
        controller->orderCheckpoint(CheckpointDeed::Fetch, bad);
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 4, 20'000);
    for (int i = 1; i < 4; ++i)
        QVERIFY(fetched[i][0].value<CheckpointOutcome>().error);
}

void RunAttachTest::destructionLeavesTheRunAlone()
{
    configure(m_a->home(), "records=2000 seconds=3");
    auto controller = make();
    auto heard = std::make_unique<Listener>(*controller);
    QVERIFY(controller->start(experiment({hostFor(*m_a, 1)})).ok());
    QTRY_VERIFY_WITH_TIMEOUT(heard->records[0] > 10, 30'000);
    const QString there = m_a->home() + "/.lockstep/runs/" + controller->folder().info().id + "/host-0/";
    QElapsedTimer timer;
    timer.start();
    controller.reset();
    QVERIFY(timer.elapsed() < 2000);
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(there + "state.json").contains("finished"), 15'000);
    QCOMPARE(contentOf(there + "attempt-1/rank-0.jsonl").count('\n'), 2001);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunAttachTest)
#include "run_attach_test.moc"
