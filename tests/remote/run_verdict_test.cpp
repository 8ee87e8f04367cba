// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/host_sentences.h"
#include "remote/run/run_verdict.h"

#include <QTest>

namespace lockstep {

namespace {

const Sentence kNoFolder("The folder %1 is not there, or is no folder.", {"/data/digits"});

Sentence wrapped(int rank)
{
    return {"Rank %1 ended with exit code %2: %3", {std::to_string(rank), "4", kNoFolder}};
}

std::vector<Sentence> toldOnce(const std::vector<HostSentence>& told)
{
    std::vector<Sentence> sentences;
    for (const SharedSentence& one : sharedSentences(told))
        sentences.push_back(onHosts(one.hosts, one.what));
    return sentences;
}

/// Hosts cpu-1 ... with a rank each, which all tell of the same end.
std::vector<RunHost> hostsThatTell(int count, const RunState& told)
{
    std::vector<RunHost> hosts(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        RunHost& host = hosts[static_cast<std::size_t>(i)];
        host.host.name = "cpu-" + std::to_string(i + 1);
        host.status.host = i;
        host.ranks = {i};
        host.state = told;
    }
    return hosts;
}

RunState failedState(int culprit, int exitCode, const Sentence& message)
{
    RunState state;
    state.phase = RunPhase::Failed;
    state.exitCode = exitCode;
    state.culprit = culprit;
    state.message = message;
    return state;
}

RankFinished words(int exitCode, const Sentence& message)
{
    RankFinished finished;
    finished.exitCode = exitCode;
    finished.message = message;
    return finished;
}

QString text(const Sentence& sentence)
{
    return QString::fromStdString(sentence.english());
}

} // namespace

class RunVerdictTest : public QObject {
    Q_OBJECT
private slots:
    void oneSentenceForAllWhoShareTheCause();
    void aKilledRankIsNamedWithItsHostAlone();
    void aHostThatIsInTheSentenceIsNamedOnce();
    void theOnlyHostNeedsNoName();
    void manyHostsAreCounted();
    void equalSentencesAreToldOnce();
    void hostsThatFailAlikeAreToldAsOne();
    void partsEndWithTheWordOfTheRun();
};

void RunVerdictTest::oneSentenceForAllWhoShareTheCause()
{
    const auto hosts = hostsThatTell(4, failedState(0, 4, wrapped(0)));
    const LastWords ranks = {{0, words(4, kNoFolder)},
                             {1, words(4, kNoFolder)},
                             {2, words(4, kNoFolder)},
                             {3, words(6, "Rank 0 has left.")}};
    const RunInfo verdict = verdictOf({}, hosts, ranks);
    QCOMPARE(
        text(verdict.reason),
        QStringLiteral("On cpu-1, cpu-2 and cpu-3: The folder /data/digits is not there, or is no folder."));
    QCOMPARE(verdict.culpritHosts, (QVector<int>{0, 1, 2}));
    QCOMPARE(verdict.culprit, 0);
    QCOMPARE(verdict.exitCode, 4);
    QVERIFY(verdict.phase == RunPhase::Failed);
}

void RunVerdictTest::aKilledRankIsNamedWithItsHostAlone()
{
    const Sentence killed("Rank %1 was killed by signal %2 (%3): use a smaller batch on this host.",
                          {"2", "9", "Killed"});
    const auto hosts = hostsThatTell(3, failedState(2, 137, killed));
    // It left no words; those of the others are about what it did to them.
    const LastWords ranks = {{0, words(6, "Rank 2 is gone.")}, {1, words(6, "Rank 2 is gone.")}};
    const RunInfo verdict = verdictOf({}, hosts, ranks);
    QCOMPARE(text(verdict.reason), QStringLiteral("On cpu-3: Rank 2 was killed by signal 9 (Killed): use a "
                                                  "smaller batch on this host."));
    QCOMPARE(verdict.culpritHosts, QVector<int>{2});
    QVERIFY(endOf(hosts[2], verdict) == RunPhase::Failed);
    QVERIFY(endOf(hosts[0], verdict) == RunPhase::EndedWithOthers);
    QVERIFY(!errorAtTheEnd(hosts[0], verdict));
    QVERIFY(errorAtTheEnd(hosts[2], verdict) == verdict.reason);
}

void RunVerdictTest::aHostThatIsInTheSentenceIsNamedOnce()
{
    const Sentence killed("Rank %1 on %2 was killed by the kernel: out of memory, at %3.",
                          {"2", "cpu-3", "23.1 GB"});
    const RunInfo verdict = verdictOf({}, hostsThatTell(3, failedState(2, 137, killed)));
    QCOMPARE(text(verdict.reason),
             QStringLiteral("Rank 2 on cpu-3 was killed by the kernel: out of memory, at 23.1 GB."));
    QCOMPARE(verdict.culpritHosts, QVector<int>{2});
}

void RunVerdictTest::theOnlyHostNeedsNoName()
{
    const auto hosts = hostsThatTell(1, failedState(0, 4, wrapped(0)));
    const RunInfo verdict = verdictOf({}, hosts, {{0, words(4, kNoFolder)}});
    QVERIFY(verdict.reason == kNoFolder);
    QCOMPARE(verdict.culpritHosts, QVector<int>{0});
}

void RunVerdictTest::manyHostsAreCounted()
{
    const std::vector<std::string> ten = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    QCOMPARE(text(onHosts(ten, "no data.")), QStringLiteral("On a, b, c and 7 more hosts: no data."));
    QCOMPARE(text(onHosts({"a", "b", "c", "d"}, "no data.")), QStringLiteral("On a, b, c and d: no data."));
    QCOMPARE(text(onHosts({"a", "b"}, "no data.")), QStringLiteral("On a and b: no data."));
    QCOMPARE(text(onHosts({"a"}, "no data.")), QStringLiteral("On a: no data."));
}

void RunVerdictTest::equalSentencesAreToldOnce()
{
    const std::vector<Sentence> told =
        toldOnce({{"cpu-1", kNoFolder}, {"cpu-2", "It is out of reach."}, {"cpu-3", kNoFolder}});
    QCOMPARE(told.size(), std::size_t{2});
    QVERIFY(told[0] == onHosts({"cpu-1", "cpu-3"}, kNoFolder));
    QVERIFY(told[1] == onHosts({"cpu-2"}, "It is out of reach."));
}

void RunVerdictTest::hostsThatFailAlikeAreToldAsOne()
{
    const auto refused = [](const char* address) {
        return Sentence("Cannot connect to %1: %2. Check the address.", {address, "Connection refused"});
    };
    const std::vector<Sentence> told = toldOnce(
        {{"cpu-1", refused("10.0.0.1:22")},
         {"cpu-2", refused("ada@[fe80::1]:2222")},
         {"cpu-3", {"Cannot connect to %1: %2. Check the address.", {"10.0.0.3:22", "No route to host"}}}});
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(text(told[0]), QStringLiteral("On cpu-1 and cpu-2: Cannot connect to the host: Connection "
                                           "refused. Check the address."));
    // One alone keeps its address; a path that ends in digits is none.
    QCOMPARE(text(told[1]), QStringLiteral("On cpu-3: Cannot connect to 10.0.0.3:22: No route to host. Check "
                                           "the address."));
    const Sentence place("%1 is damaged.", {"/home/ada/known_hosts:3"});
    QVERIFY(withoutAddress(place) == place);
}

void RunVerdictTest::partsEndWithTheWordOfTheRun()
{
    RunHost host;
    host.ranks = {0};
    host.status.state = RunPhase::Finished; // its engine counts a stop as one
    RunInfo stopped;
    stopped.phase = RunPhase::Finished;
    stopped.exitCode = static_cast<int>(ExitCode::Stopped);
    QVERIFY(endOf(host, stopped) == RunPhase::Stopped);
    RunInfo failed;
    failed.phase = RunPhase::Failed;
    failed.exitCode = static_cast<int>(ExitCode::HostUnreachable);
    failed.culpritHosts = {1};
    host.status.state = RunPhase::Stopping;
    host.hasBegun = false;
    QVERIFY(endOf(host, failed) == RunPhase::NotStarted);
    host.hasBegun = true;
    QVERIFY(endOf(host, failed) == RunPhase::EndedWithOthers);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunVerdictTest)
#include "run_verdict_test.moc"
