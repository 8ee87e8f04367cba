// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/data_agreement.h"

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

const std::string& nameOf(const HostTest& test)
{
    return test.machine().name;
}

/// The first of the hosts whose data most hosts have; null when none has said anything.
const HostTest* mostCommon(const std::vector<HostTest*>& tests)
{
    std::map<std::string, std::ptrdiff_t> counts;
    for (const HostTest* test : tests) {
        if (test->data())
            ++counts[test->data()->fingerprint];
    }
    const auto isLess = [&counts](const HostTest* one, const HostTest* other) {
        const auto countOf = [&counts](const HostTest* test) {
            return test->data() ? counts.at(test->data()->fingerprint) : 0;
        };
        return countOf(one) < countOf(other);
    };
    const auto found = std::max_element(tests.begin(), tests.end(), isLess); // the first of the largest
    return found == tests.end() || !(*found)->data() ? nullptr : *found;
}

} // namespace

std::vector<std::size_t> compareData(const std::vector<HostTest*>& tests)
{
    std::vector<std::size_t> differing;
    const HostTest* common = mostCommon(tests);
    if (common == nullptr)
        return differing;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (!tests[i]->data() || tests[i]->data()->fingerprint == common->data()->fingerprint)
            continue;
        tests[i]->dataDiffer(nameOf(*common), *common->data());
        differing.push_back(i);
    }
    return differing;
}

} // namespace lockstep
