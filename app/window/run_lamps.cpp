// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_lamps.h"

#include "app/document/elements.h"
#include "app/runs/host_texts.h"
#include "app/runs/run_page.h"
#include "app/text/error_text.h"
#include "app/window/same_machine.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int kLoadMs = 1000;

/// Of a host that is away: what is known of it first, then why it cannot be reached.
QString reasonOf(const HostStatus& status)
{
    const QString reason = status.error ? sentenceBeginning(*status.error) : QString();
    if (isBehind(status))
        return behindText(status);
    if (status.state != RunPhase::Reconnecting)
        return reason;
    const QString known = outOfReachText(status);
    return reason.isEmpty() ? known : known + u'\n' + reason;
}

TestState stateOf(const HostChecks& checks)
{
    if (failureOf(checks) != nullptr)
        return TestState::Failed;
    return havePassed(checks) ? TestState::Passed : TestState::Running;
}

} // namespace

RunLamps::RunLamps(const ExperimentDocument& document, QObject* parent)
    : QObject(parent), m_document(document)
{
    connect(&m_document, &ExperimentDocument::replaced, this, &RunLamps::compare);
    connect(&m_document, &ExperimentDocument::changed, this, &RunLamps::refresh);
    m_loadTimer.setInterval(kLoadMs);
    connect(&m_loadTimer, &QTimer::timeout, this, &RunLamps::refresh);
}

void RunLamps::follow(const RunPage& page)
{
    connect(&page, &RunPage::runShown, this, &RunLamps::showRun);
    connect(&page, &RunPage::hostChanged, this, &RunLamps::setHost);
    connect(&page, &RunPage::deviceSampled, this, &RunLamps::takeSample);
}

void RunLamps::showRun(const Experiment& experiment)
{
    m_run = experiment;
    m_news.clear();
    m_loads = LiveLoads(experiment);
    m_loadTimer.stop();
    compare();
}

void RunLamps::showTests(const HostTests& tests)
{
    m_tests = &tests;
    connect(&tests, &HostTests::changed, this, &RunLamps::refresh);
    refresh();
}

void RunLamps::setHost(const HostStatus& status)
{
    m_news[status.host] = {status, std::chrono::steady_clock::now()};
    if (std::ranges::all_of(m_news, [](const auto& news) { return hasEnded(news.second.status.state); }))
        m_loadTimer.stop();
    refresh();
}

void RunLamps::takeSample(int rank, const DeviceSampled& sampled)
{
    m_loads.take(rank, sampled, LiveLoads::Clock::now());
    if (!m_loadTimer.isActive())
        m_loadTimer.start();
}

/// Ids alone do not tell drawings apart: most have a "host-1".
void RunLamps::compare()
{
    const Experiment& drawn = m_document.experiment();
    const std::vector<Host>& hosts = drawn.topology.hosts;
    m_isOfThisDrawing =
        drawn.name == m_run.name && std::equal(hosts.begin(), hosts.end(), m_run.topology.hosts.begin(),
                                               m_run.topology.hosts.end(), isSameMachine);
    refresh();
}

void RunLamps::refresh()
{
    HostStates lit;
    addTests(lit);
    addRun(lit);
    if (lit == m_shown)
        return;
    m_shown = std::move(lit);
    emit changed(m_shown);
}

void RunLamps::addTests(HostStates& lit) const
{
    if (m_tests == nullptr)
        return;
    for (const HostTests::Test& test : m_tests->tests()) {
        // What a person gave up tells nothing.
        if (!areOver(test.checks) || havePassed(test.checks) || failureOf(test.checks) != nullptr)
            lit[test.machine.id] = {{}, stateOf(test.checks), testSentence(test)};
    }
}

void RunLamps::addRun(HostStates& lit) const
{
    const std::vector<Host>& ran = m_run.topology.hosts;
    for (const auto& [host, news] : m_news) {
        if (!m_isOfThisDrawing || host < 0 || static_cast<std::size_t>(host) >= ran.size())
            continue;
        const Host& there = ran[static_cast<std::size_t>(host)];
        const std::optional<std::size_t> here = findHost(m_document.experiment().topology, there.id);
        if (!here || !isSameMachine(there, m_document.experiment().topology.hosts[*here]))
            continue;
        if (!lit.contains(there.id) || !isOlderThanTest(there.id, news))
            lit[there.id] = {
                news.status.state, {}, reasonOf(news.status), loadOf(host, news), isLeftOut(news.status)};
    }
}

HostLoad RunLamps::loadOf(int host, const News& news) const
{
    if (hasEnded(news.status.state))
        return {};
    HostLoad load = m_loads.of(static_cast<std::size_t>(host), LiveLoads::Clock::now());
    if (isBehind(news.status))
        load.staleSince = news.status.heard.time();
    return load;
}

/// A run that goes on is news as long as it does.
bool RunLamps::isOlderThanTest(const std::string& id, const News& news) const
{
    const HostTests::Test* test = m_tests != nullptr ? m_tests->find(id) : nullptr;
    return test != nullptr && hasEnded(news.status.state) && news.when < test->began;
}

} // namespace lockstep
