// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_tests.h"

#include "app/document/elements.h"
#include "app/runs/preflight_texts.h"
#include "app/window/same_machine.h"

#include <QLocale>
#include <algorithm>
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
    connect(&m_preflight, &Preflight::pairsChanged, this, &HostTests::takePairs);
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
    NeedsOfHosts needs = m_needs ? m_needs(experiment) : NeedsOfHosts{};
    m_preflight.begin(experiment, indices,
                      indices.size() > 1 ? Preflight::Network::Measure : Preflight::Network::Leave, needs);
    const QDateTime now = QDateTime::currentDateTime();
    const auto began = std::chrono::steady_clock::now();
    for (const int index : indices) {
        const Host& host = experiment.topology.hosts[static_cast<std::size_t>(index)];
        m_tests[host.id] = {host, m_preflight.checks(index), needs[index], now, began};
    }
    emit changed();
}

void HostTests::holdAgainstNeeds()
{
    const Experiment experiment = m_document.forRunning();
    NeedsOfHosts needs = m_needs ? m_needs(experiment) : NeedsOfHosts{};
    if (m_tests.empty() || needs.empty())
        return;            // or not known yet
    NeedsOfHosts ofTested; // by the indices that the preflight knows
    std::set<std::string> forgotten;
    for (auto& [id, test] : m_tests) {
        const auto host = findHost(experiment.topology, id);
        const HostNeeds present = host ? needs[static_cast<int>(*host)] : test.needs;
        const int index = static_cast<int>(std::ranges::find(m_ids, id) - m_ids.begin());
        // Of hosts that were tested before the others only what was found is known, not what they said.
        if (m_preflight.checks(index).isEmpty() && present != test.needs)
            forgotten.insert(id);
        ofTested[index] = test.needs = present;
    }
    m_preflight.holdAgainst(ofTested);
    if (std::erase_if(m_tests, [&](const auto& test) { return forgotten.contains(test.first); }) > 0)
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

/// A test of some hosts replaces what is known of these, and leaves the others be.
void HostTests::takePairs()
{
    for (const PairCheck& check : m_preflight.pairs()) {
        const std::string& first = m_ids[check.pair.first];
        const std::string& second = m_ids[check.pair.second];
        std::erase_if(m_pairs, [&](const MeasuredPair& known) {
            return std::minmax(known.first, known.second) == std::minmax(first, second);
        });
        m_pairs.push_back({first, second, check});
    }
    emit changed();
}

PairChecks HostTests::pairs() const
{
    const Topology& topology = m_document.experiment().topology;
    const auto place = [&](const std::string& id) -> std::optional<std::size_t> {
        const auto host = findHost(topology, id);
        const Test* test = find(id);
        const bool isSame = host && test && topology.hosts[*host].interface == test->machine.interface;
        return isSame ? host : std::nullopt;
    };
    PairChecks pairs;
    for (const MeasuredPair& measured : m_pairs) {
        const auto first = place(measured.first);
        const auto second = place(measured.second);
        if (!first || !second)
            continue;
        PairCheck check = measured.check;
        check.pair = {*first, *second};
        judgeAgain(check, topology);
        pairs.append(std::move(check));
    }
    return pairs;
}

std::map<std::size_t, LinkRate> HostTests::linkRates() const
{
    return lockstep::linkRates(m_document.experiment().topology, pairs());
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
    if (forgotten > 0 || !m_pairs.empty()) // which are compared with the drawing
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
