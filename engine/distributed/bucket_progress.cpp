// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/bucket_progress.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {

void BucketProgress::append(const std::vector<std::size_t>& parameters)
{
    for (const std::size_t parameter : parameters) {
        m_bucketOf.resize(std::max(m_bucketOf.size(), parameter + 1));
        m_bucketOf[parameter] = m_sizes.size();
    }
    m_sizes.push_back(parameters.size());
    // Before the first pass nothing is missing.
    m_missing.push_back(0);
    m_added.assign(m_bucketOf.size(), true);
    m_complete = m_sizes.size();
}

void BucketProgress::begin()
{
    LOCKSTEP_CHECK(isWhole());
    m_missing = m_sizes;
    m_added.assign(m_bucketOf.size(), false);
    m_complete = 0;
}

void BucketProgress::add(std::size_t parameter)
{
    LOCKSTEP_CHECK(parameter < m_added.size() && !m_added[parameter]);
    m_added[parameter] = true;
    --m_missing[m_bucketOf[parameter]];
    while (!isWhole() && m_missing[m_complete] == 0)
        ++m_complete;
}

} // namespace lockstep
