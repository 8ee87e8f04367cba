// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/part_watch.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep {
namespace {

using namespace std::chrono_literals;

/// Below: the stride doubles; above the other: it halves. Ranks whose strides differ all the same still share
/// every multiple of the larger one.
constexpr auto kTooSoon = 500ms;
constexpr auto kTooLate = 2s;

constexpr std::size_t kMaxPieces = 100;
constexpr std::size_t kMaxBuckets = 512;
// Forward and backward have a pair for each piece, a bucket has a pair and its bytes.
static_assert(4 * kMaxPieces + 3 * kMaxBuckets + 6 <= kMaxRecordNumbers);

} // namespace

PartWatch::PartWatch()
{
    m_timeline.dataUs.reserve(2);
    m_timeline.forwardUs.reserve(2 * kMaxPieces);
    m_timeline.backwardUs.reserve(2 * kMaxPieces);
    m_timeline.networkUs.reserve(2);
    m_timeline.optimizerUs.reserve(2);
    m_timeline.bucketUs.reserve(2 * kMaxBuckets);
    m_timeline.bucketBytes.reserve(kMaxBuckets);
}

void PartWatch::begin(std::int64_t step, Clock::time_point now)
{
    m_last = now;
    m_isNoted = isDue(step, now);
    if (!m_isNoted)
        return;
    m_start = now;
    m_timeline.step = step;
    m_timeline.startNs = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    for (std::vector<double>* list : {&m_timeline.dataUs, &m_timeline.forwardUs, &m_timeline.backwardUs,
                                      &m_timeline.networkUs, &m_timeline.optimizerUs, &m_timeline.bucketUs})
        list->clear();
    m_timeline.bucketBytes.clear();
}

bool PartWatch::isDue(std::int64_t step, Clock::time_point now)
{
    if (step % m_stride != 0)
        return false;
    const auto passed = now - m_told;
    if (!m_isFirst && passed < kTooSoon) {
        m_stride *= 2;
        return false;
    }
    if (!m_isFirst && passed > kTooLate && m_stride > 1)
        m_stride /= 2;
    m_told = now;
    m_isFirst = false;
    return true;
}

double PartWatch::lap(StepPart part, Clock::time_point now)
{
    const Clock::time_point from = m_last;
    m_last = now;
    if (m_isNoted && now > from) {
        std::vector<double>& list = spansOf(m_timeline, part);
        const std::size_t most = part == StepPart::Forward || part == StepPart::Backward ? kMaxPieces : 1;
        if (list.size() < 2 * most) {
            list.push_back(microseconds(from));
            list.push_back(0);
        }
        list.back() = microseconds(now);
    }
    return std::chrono::duration<double>(now - from).count();
}

const StepTimeline* PartWatch::finish(std::span<const BucketTimes> buckets)
{
    if (!m_isNoted)
        return nullptr;
    for (const BucketTimes& bucket : buckets) {
        if (m_timeline.bucketBytes.size() < kMaxBuckets) {
            m_timeline.bucketUs.push_back(microseconds(bucket.begin));
            m_timeline.bucketUs.push_back(0);
            m_timeline.bucketBytes.push_back(0);
        }
        m_timeline.bucketUs.back() = std::max(m_timeline.bucketUs.back(), microseconds(bucket.end));
        m_timeline.bucketBytes.back() += static_cast<std::int64_t>(bucket.bytes);
    }
    return &m_timeline;
}

/// In tenths: more digits would tell of the clock rather than of the step.
double PartWatch::microseconds(Clock::time_point time) const
{
    return std::round(std::chrono::duration<double, std::micro>(time - m_start).count() * 10) / 10;
}

} // namespace lockstep
