// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_tests.h"

#include "app/document/elements.h"
#include "app/runs/preflight_texts.h"
#include "app/window/same_machine.h"

#include <QLocale>
#include <utility>

namespace lockstep {

namespace {

/// The part of the data that a test looks for.
bool areSameData(const DataSpec& one, const DataSpec& other)
{
    return one.kind == other.kind && one.path == other.path && one.testList == other.testList;
}

} // namespace

HostTests::HostTests(const ExperimentDocument& document, RemoteOptions options, QObject* parent)
    : QObject(parent), m_document(document), m_preflight(std::move(options))
{
    connect(&m_preflight, &Preflight::changed, this, &HostTests::take);
    connect(&m_preflight, &Preflight::finished, this, &HostTests::changed);
    connect(&m_document, &ExperimentDocument::changed, this, &HostTests::forgetOthers);
}

void HostTests::test(const std::set<std::string>& hosts)
{
    const Experiment experiment = m_document.forRunning();
    m_preflight.cancel();
    m_ids.clear();
    m_data = experiment.data;
    std::set<int> indices;
    for (const Host& host : experiment.topology.hosts) {
        const bool isMeant = hosts.empty() ? !host.devices.empty() : hosts.contains(host.id);
        if (isMeant)
            indices.insert(static_cast<int>(m_ids.size()));
        m_ids.push_back(host.id);
    }
    m_preflight.begin(experiment, indices);
    const QDateTime now = QDateTime::currentDateTime();
    const auto began = std::chrono::steady_clock::now();
    for (const int index : indices) {
        const Host& host = experiment.topology.hosts[static_cast<std::size_t>(index)];
        m_tests[host.id] = {host, m_preflight.checks(index), now, began};
    }
    emit changed();
}

void HostTests::take(int host, const HostChecks& checks)
{
    const auto test = m_tests.find(m_ids[static_cast<std::size_t>(host)]);
    if (test == m_tests.end())
        return; // it is drawn as another by now
    test->second.checks = checks;
    emit changed();
}

void HostTests::forgetOthers()
{
    if (m_tests.empty())
        return;
    const Experiment experiment = m_document.forRunning();
    const bool hasSameData = areSameData(experiment.data, m_data);
    const auto forgotten = std::erase_if(m_tests, [&](const auto& test) {
        const std::optional<std::size_t> host = findHost(experiment.topology, test.first);
        return !hasSameData || !host || !isSameMachine(experiment.topology.hosts[*host], test.second.machine);
    });
    if (forgotten > 0)
        emit changed();
}

std::vector<HostTests::Test> HostTests::tests() const
{
    std::vector<Test> tests;
    for (const Host& host : m_document.experiment().topology.hosts) {
        if (const Test* test = find(host.id))
            tests.push_back(*test);
    }
    return tests;
}

const HostTests::Test* HostTests::find(const std::string& id) const
{
    const auto test = m_tests.find(id);
    return test == m_tests.end() ? nullptr : &test->second;
}

QString testSentence(const HostTests::Test& test)
{
    return HostTests::tr("Tested %1. %2", "time, result")
        .arg(QLocale().toString(test.when.time(), QStringLiteral("HH:mm")), testText(test.checks));
}

} // namespace lockstep
