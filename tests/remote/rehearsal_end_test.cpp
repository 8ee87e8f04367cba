// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages leave nothing behind, however they end.
#include "tests/remote/rehearsal_helpers.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>
#include <QUuid>
#include <cstdio>
#include <string_view>
#include <unistd.h>

namespace lockstep {

class RehearsalEndTest : public QObject {
    Q_OBJECT
private slots:
    void nothingIsLeftOfAStage_data();
    void nothingIsLeftOfAStage();
    void nothingOutlivesAKilledProgram_data();
    void nothingOutlivesAKilledProgram();
};

void RehearsalEndTest::nothingIsLeftOfAStage_data()
{
    QTest::addColumn<StageKind>("kind");
    QTest::newRow("user") << StageKind::User;
    QTest::newRow("loopback") << StageKind::Loopback;
}

void RehearsalEndTest::nothingIsLeftOfAStage()
{
    QFETCH(StageKind, kind);
    const QStringList before = disks();
    const QByteArray mark = QUuid::createUuid().toByteArray();
    qputenv(kMark, mark);
    auto rehearsal = make(chain(10, 10), kind);
    qunsetenv(kMark);
    QVERIFY(rehearsal);
    // One that leaves its parents, as a supervisor does.
    QVERIFY(rehearsal->stage().start(0, "a", {"sh", "-c", "setsid sleep 1000 & echo > $LOCKSTEP_HOME/file"}));
    // Seen once: a process has no environment for the moment in which it becomes another program.
    QVERIFY(QTest::qWaitFor([&] { return countMarked(mark) >= 2; }, 20'000));
    QCOMPARE(disks().size(), before.size() + (kind == StageKind::Loopback ? 1 : 0));
    rehearsal.reset();
    QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 0, 5000);
    QVERIFY(!QFile::exists("/dev/shm/place-0"));
    QCOMPARE(disks(), before);
}

void RehearsalEndTest::nothingOutlivesAKilledProgram_data()
{
    nothingIsLeftOfAStage_data();
}

void RehearsalEndTest::nothingOutlivesAKilledProgram()
{
    QFETCH(StageKind, kind);
    const QStringList before = disks();
    for (int turn = 0; turn < 20; ++turn) {
        const QByteArray mark = QUuid::createUuid().toByteArray();
        qputenv(kMark, mark);
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--hold"),
                       kind == StageKind::User ? QStringLiteral("user") : QStringLiteral("loopback")});
        qunsetenv(kMark);
        QVERIFY(program.waitForStarted());
        // Somewhere between its first breath and its idle state.
        if (turn % 4 == 0)
            QVERIFY(program.waitForReadyRead(20'000));
        else
            QTest::qWait(QRandomGenerator::global()->bounded(150));
        program.kill();
        QVERIFY(program.waitForFinished());
        QTRY_COMPARE_WITH_TIMEOUT(countMarked(mark), 0, 5000);
    }
    QTRY_COMPARE(disks(), before);
}

/// A program that holds a stage until it is killed.
int hold(StageKind kind)
{
    const auto opened = Rehearsal::open(kStage, chain(10, 10), kind);
    if (!opened)
        return 1;
    const auto channel =
        opened.value()->stage().start(2, "c", {"sh", "-c", "setsid sleep 1000 & sleep 1000"});
    std::puts(channel ? "held" : "failed");
    std::fflush(stdout);
    ::pause();
    return 0;
}

} // namespace lockstep

int main(int argc, char** argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--hold")
        return lockstep::hold(std::string_view(argv[2]) == "user" ? lockstep::StageKind::User
                                                                  : lockstep::StageKind::Loopback);
    QCoreApplication application(argc, argv);
    lockstep::RehearsalEndTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "rehearsal_end_test.moc"
