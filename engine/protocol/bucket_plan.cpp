// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/bucket_plan.h"

namespace lockstep {

namespace {

/// How many gradients at the end of `bucket` make the last one: as many as fit, at least one.
std::size_t lastCount(std::span<const std::size_t> bucket, std::span<const std::size_t> elements)
{
    std::size_t count = 0;
    std::size_t bytes = 0;
    while (count < bucket.size()) {
        bytes += elements[bucket[bucket.size() - 1 - count]] * sizeof(float);
        if (count > 0 && bytes > kLastBucketBytes)
            break;
        ++count;
    }
    return count;
}

} // namespace

std::vector<std::vector<std::size_t>> dealBuckets(std::span<const std::size_t> elements,
                                                  std::size_t bucketBytes)
{
    std::vector<std::vector<std::size_t>> buckets;
    std::size_t bytes = 0; // of the open one
    for (std::size_t i = elements.size(); i-- > 0;) {
        const std::size_t more = elements[i] * sizeof(float);
        if (buckets.empty() || bytes + more > bucketBytes) {
            buckets.emplace_back();
            bytes = 0;
        }
        buckets.back().push_back(i);
        bytes += more;
    }
    if (bytes <= 2 * kLastBucketBytes)
        return buckets;
    std::vector<std::size_t>& former = buckets.back();
    const auto cut = former.end() - static_cast<std::ptrdiff_t>(lastCount(former, elements));
    if (cut != former.begin()) {
        std::vector<std::size_t> last(cut, former.end());
        former.erase(cut, former.end());
        buckets.push_back(std::move(last));
    }
    return buckets;
}

} // namespace lockstep
