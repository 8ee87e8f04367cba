// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "remote/preflight/pairs/link_rates.h"
#include "remote/preflight/preflight.h"

#include <QDateTime>
#include <QObject>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Tests of the hosts of a drawing and of the network between them, and what came of them: kept while the
/// program runs, until the host has another address, user, port or devices, or the experiment other data.
/// Another model is held against what the hosts said of themselves, without asking them again. Lives on the
/// GUI thread.
class HostTests : public QObject {
    Q_OBJECT
public:
    struct Test {
        Host machine; ///< as it was drawn
        HostChecks checks;
        HostNeeds needs;                               ///< that it was held against
        QDateTime when;                                ///< it began
        std::chrono::steady_clock::time_point began{}; ///< the same, to compare
    };

    /// `document` outlives it.
    HostTests(const ExperimentDocument& document, RemoteOptions options, QObject* parent = nullptr);

    /// What experiments need of their hosts, asked before each test and by holdAgainstNeeds(); none: it is
    /// not known.
    void setNeeds(std::function<NeedsOfHosts(const Experiment& experiment)> needs)
    {
        m_needs = std::move(needs);
    }
    /// Tests these hosts, by their ids, in place of a test that goes on; none: all that have ranks.
    void test(const std::set<std::string>& hosts = {});
    void cancel() { m_preflight.cancel(); }
    /// What the experiment needs of its hosts may be something else by now.
    void holdAgainstNeeds();
    bool isTesting() const { return !m_preflight.isOver(); }
    /// Of hosts that are still drawn as they were tested, in the order of the drawing.
    std::vector<Test> tests() const;
    /// Of a host, by its id; null: it was not tested as it is now.
    const Test* find(const std::string& id) const;
    const Topology& topology() const { return m_document.experiment().topology; }
    /// The network between hosts that are still drawn as they were tested, compared with the present drawing.
    PairChecks pairs() const;
    /// What they say of its links, by index.
    std::map<std::size_t, LinkRate> linkRates() const;
    /// It has questions, and hears what hosts say about themselves.
    Preflight& preflight() { return m_preflight; }

signals:
    void changed();

private:
    struct MeasuredPair {
        std::string first; ///< ids
        std::string second;
        PairCheck check; ///< its hosts are those of the drawing that was tested
    };

    void takePairs();
    void take(int host, const HostChecks& checks);
    void forgetOthers();

    const ExperimentDocument& m_document;
    Preflight m_preflight;
    std::function<NeedsOfHosts(const Experiment& experiment)> m_needs;
    std::vector<std::string> m_ids; ///< of the hosts that the preflight knows by index
    DataSpec m_data;                ///< that were looked for
    std::map<std::string, Test> m_tests;
    std::vector<MeasuredPair> m_pairs;
};

/// What a card says of it: "Tested 14:02. In order: login, engine, devices, data."
QString testSentence(const HostTests::Test& test);

} // namespace lockstep
