// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/run/lease_witness.h"

#include <QTest>

namespace lockstep {

class LeaseWitnessTest : public QObject {
    Q_OBJECT
private slots:
    void onlyWhatIsKnownIsSaid_data();
    void onlyWhatIsKnownIsSaid();
};

namespace {

using Reach = LeaseWitness::Reach;
constexpr auto kSoon = std::chrono::seconds(3);
constexpr auto kLong = std::chrono::seconds(60);

struct Case {
    std::optional<RunPhase> own;
    std::vector<LeaseWitness> others;
    std::chrono::seconds away;
    OutOfReach expected;
};

} // namespace

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::Case)

namespace lockstep {

void LeaseWitnessTest::onlyWhatIsKnownIsSaid_data()
{
    QTest::addColumn<Case>("one");
    const auto row = [](const char* title, const Case& one) { QTest::newRow(title) << one; };
    const LeaseWitness trains{Reach::InTouch, RunPhase::Training};
    const LeaseWitness trained{Reach::Away, RunPhase::Training};
    const LeaseWitness waits{Reach::InTouch, RunPhase::Submitted};
    const LeaseWitness stops{Reach::InTouch, RunPhase::Stopping};
    const LeaseWitness finished{Reach::InTouch, RunPhase::Finished};
    const LeaseWitness failed{Reach::InTouch, RunPhase::Failed};
    const LeaseWitness failedAndGone{Reach::Away, RunPhase::Failed};
    const LeaseWitness silent{Reach::InTouch, std::nullopt};
    const auto training = std::optional(RunPhase::Training);
    row("alone", {training, {}, kLong, OutOfReach::Unknown});
    row("alone, and had ended", {RunPhase::Finished, {}, kSoon, OutOfReach::HasEnded});
    row("another trains, not yet long enough", {training, {trains}, kSoon, OutOfReach::Unknown});
    row("another trains", {training, {trains}, kLong, OutOfReach::Trains});
    row("one of two trains", {training, {trained, trains}, kLong, OutOfReach::Trains});
    row("the other one is away as well", {training, {trained}, kLong, OutOfReach::Unknown});
    row("the other one stops", {training, {stops}, kLong, OutOfReach::Unknown});
    row("the other one waits", {training, {waits}, kLong, OutOfReach::Unknown});
    row("the other one has said nothing", {training, {silent}, kLong, OutOfReach::Unknown});
    row("the other one has finished", {training, {finished}, kSoon, OutOfReach::HasEnded});
    row("the other one has failed", {training, {failed}, kSoon, OutOfReach::HasEnded});
    row("one trains still, one has failed", {training, {trains, failed}, kLong, OutOfReach::HasEnded});
    row("the other one had failed before", {training, {failedAndGone}, kLong, OutOfReach::HasEnded});
    row("nothing was ever heard", {std::nullopt, {trains}, kLong, OutOfReach::Trains});
}

void LeaseWitnessTest::onlyWhatIsKnownIsSaid()
{
    QFETCH(Case, one);
    QVERIFY(knownOf(one.own, one.others, one.away) == one.expected);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LeaseWitnessTest)
#include "lease_witness_test.moc"
