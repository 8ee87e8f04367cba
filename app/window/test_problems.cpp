// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/test_problems.h"

#include "app/window/host_test_model.h"
#include "remote/preflight/failures.h"

#include <algorithm>
#include <map>

namespace lockstep {

Problems testProblems(const HostTests& tests)
{
    Problems problems;
    const std::vector<Host>& hosts = tests.topology().hosts;
    std::map<int, HostChecks> checks;
    for (const HostTests::Test& test : tests.tests()) {
        const auto drawn = std::ranges::find(hosts, test.machine.id, &Host::id);
        if (drawn != hosts.end())
            checks[static_cast<int>(drawn - hosts.begin())] = test.checks;
    }
    for (const Error& failure : failuresOf(tests.topology(), checks))
        problems.push_back({Severity::Warning, failure});
    for (const HostTestModel::PairLine& pair : pairLines(tests.topology(), tests.pairs())) {
        if (!isBad(pair.check))
            continue;
        const Sentence told =
            pair.check.remedy.empty() ? pair.check.found : inARow({pair.check.found, pair.check.remedy});
        problems.push_back({Severity::Warning, Error{LOCKSTEP_TEXT("Network %1: %2"),
                                                     {pair.name.toStdString(), told},
                                                     pair.key.toStdString()}});
    }
    return problems;
}

} // namespace lockstep
