// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/first_run_check.h"

#include <QSettings>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

const auto kTested = QLatin1String("hosts/tested");
/// More are not remembered: the oldest are forgotten, and tested once more.
constexpr qsizetype kMostTested = 1000;

QString placeOf(const Host& host)
{
    return QStringLiteral("%1@%2:%3")
        .arg(QString::fromStdString(host.user), QString::fromStdString(host.address),
             QString::number(host.port));
}

bool stopsARun(const PairCheck& pair)
{
    return pair.state == CheckState::Failed &&
           (pair.verdict == PairVerdict::Unreachable || pair.verdict == PairVerdict::LosesLargePackets);
}

} // namespace

FirstRunCheck::FirstRunCheck(HostTests& tests, QObject* parent) : QObject(parent), m_tests(tests)
{
    connect(&m_tests, &HostTests::changed, this, &FirstRunCheck::follow);
}

bool FirstRunCheck::holdsBack(const Experiment& experiment)
{
    if (m_isWaiting)
        return true;
    const QStringList tested = QSettings().value(kTested).toStringList();
    const auto& hosts = experiment.topology.hosts;
    const bool areAllKnown = std::all_of(hosts.begin(), hosts.end(), [&tested](const Host& host) {
        return host.connection != Connection::Ssh || host.devices.empty() || tested.contains(placeOf(host));
    });
    if (areAllKnown)
        return false;
    m_tests.test(); // which ends one that goes on
    m_isWaiting = true;
    emit begun();
    return true;
}

void FirstRunCheck::follow()
{
    if (m_tests.isTesting())
        return;
    rememberTested();
    if (!std::exchange(m_isWaiting, false))
        return;
    if (isAllWell())
        emit passed();
    else
        emit failed();
}

/// With whatever result: a person has seen it.
void FirstRunCheck::rememberTested()
{
    QStringList tested = QSettings().value(kTested).toStringList();
    const qsizetype before = tested.size();
    for (const HostTests::Test& test : m_tests.tests()) {
        const QString place = placeOf(test.machine);
        if (test.machine.connection == Connection::Ssh && !tested.contains(place))
            tested.append(place);
    }
    if (tested.size() == before)
        return;
    if (tested.size() > kMostTested)
        tested = tested.mid(tested.size() - kMostTested);
    QSettings().setValue(kTested, tested);
}

bool FirstRunCheck::isAllWell() const
{
    const auto tests = m_tests.tests();
    const PairChecks pairs = m_tests.pairs();
    return std::all_of(tests.begin(), tests.end(),
                       [](const HostTests::Test& test) { return havePassed(test.checks); }) &&
           std::none_of(pairs.begin(), pairs.end(), stopsARun);
}

} // namespace lockstep
