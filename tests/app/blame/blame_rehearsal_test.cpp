// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawn clusters, rehearsed with the real engine, in which one thing is made slow: that and nothing else must
// be named. Ranks imitate computing, so that what else this computer does is not taken for a slow rank; where
// it has no time for anything all the same, a trial that went wrong says nothing, and is done again.
//
// LOCKSTEP_BLAME_RUNS=20: so often each kind, and as often nothing, in an order that is drawn, with a core
// that is really burned. This computer must have nothing else to do, and no trial is done again.
// LOCKSTEP_BLAME_MINUTES: no trial is begun after so long. What was seen is printed as a table after each.
#include "app/blame/lower_median.h"
#include "tests/app/blame/rehearsed_star.h"
#include "tests/app/blame/trial.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace lockstep {

namespace {

constexpr const char* kRuns = "LOCKSTEP_BLAME_RUNS";
constexpr const char* kMinutes = "LOCKSTEP_BLAME_MINUTES";
constexpr int kAttempts = 3;
constexpr qint64 kPatienceMs = 300'000; ///< with a computer that has no time

bool isLong()
{
    return qEnvironmentVariableIsSet(kRuns);
}

/// How many trials there are of each kind.
int wantedRuns()
{
    return isLong() ? qEnvironmentVariableIntValue(kRuns) : 1;
}

std::vector<Fault> wantedFaults()
{
    using enum Fault;
    if (isLong())
        return {None, ClampedLink, StoppedHost, BurnedCore, SlowLoader};
    return {ClampedLink, StoppedHost, HaltingHost, SlowLoader}; // nothing is done to each at first
}

/// What was seen of one kind.
struct Tally {
    int done = 0, landed = 0, right = 0;
    std::vector<double> seconds; ///< until it was named
};

} // namespace

class BlameRehearsalTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void whatIsMadeSlowIsNamed_data();
    void whatIsMadeSlowIsNamed();

private:
    QString tryOnce(Fault fault, std::size_t victim, bool& wasCrowded);
    void printTable() const;

    QTemporaryDir m_folder;
    QElapsedTimer m_clock;
    std::map<Fault, Tally> m_tallies;
};

void BlameRehearsalTest::initTestCase()
{
    const auto opened = Rehearsal::open(kRehearsalStage, sendingStar().topology);
    QVERIFY2(opened.ok(), opened ? "" : opened.error().message().c_str());
    m_clock.start();
}

void BlameRehearsalTest::whatIsMadeSlowIsNamed_data()
{
    QTest::addColumn<int>("drawn");
    QTest::addColumn<int>("victim");
    std::mt19937 random(std::random_device{}());
    std::vector<std::pair<Fault, int>> rows;
    for (int i = 0; i < wantedRuns(); ++i)
        for (const Fault fault : wantedFaults())
            rows.emplace_back(fault, random() % (factsOf(fault).isLocal ? 2 : 3));
    std::ranges::shuffle(rows, random);
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::addRow("%zu: %s %d", i, factsOf(rows[i].first).name, rows[i].second)
            << static_cast<int>(rows[i].first) << rows[i].second;
}

void BlameRehearsalTest::whatIsMadeSlowIsNamed()
{
    QFETCH(int, drawn);
    QFETCH(int, victim);
    if (qEnvironmentVariableIsSet(kMinutes) &&
        m_clock.elapsed() > qint64(qEnvironmentVariableIntValue(kMinutes)) * 60'000)
        QSKIP("The time that was given is over.");
    for (int attempt = 0; attempt < (isLong() ? 1 : kAttempts); ++attempt) {
        bool wasCrowded = false;
        const QString wrong =
            tryOnce(static_cast<Fault>(drawn), static_cast<std::size_t>(victim), wasCrowded);
        if (wrong.isEmpty())
            return;
        if (isLong() || !wasCrowded)
            QFAIL(qPrintable(wrong));
        qInfo("on a computer that had no time: %s", qPrintable(wrong));
        if (m_clock.elapsed() > kPatienceMs)
            break;
    }
    QSKIP("This computer has too much else to do.");
}

QString BlameRehearsalTest::tryOnce(Fault fault, std::size_t victim, bool& wasCrowded)
{
    Trial trial(fault, victim, m_folder.path());
    const QString wrong = trial.carryOut(fault == Fault::None ? 20'000 : 3'000);
    wasCrowded = trial.wasCrowded();
    Tally& tally = m_tallies[fault];
    ++tally.done;
    tally.landed += trial.hasLanded() ? 1 : 0;
    tally.right += wrong.isEmpty() ? 1 : 0;
    if (wrong.isEmpty() && trial.hasLanded())
        tally.seconds.push_back(trial.seconds());
    printTable();
    return wrong;
}

void BlameRehearsalTest::printTable() const
{
    QString table =
        QStringLiteral("after %1 min:\n").arg(static_cast<double>(m_clock.elapsed()) / 60e3, 0, 'f', 1);
    table += QStringLiteral("done              trials  landed  right  named after (median, longest)\n");
    for (const auto& [fault, tally] : m_tallies) {
        table += QString::asprintf("%-16s  %6d  %6d  %5d", factsOf(fault).name, tally.done, tally.landed,
                                   tally.right);
        if (!tally.seconds.empty())
            table += QString::asprintf("  %.1f s, %.1f s", lowerMedian(tally.seconds),
                                       std::ranges::max(tally.seconds));
        table += u'\n';
    }
    qInfo("%s", qPrintable(table));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::BlameRehearsalTest)
#include "blame_rehearsal_test.moc"
