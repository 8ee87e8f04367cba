// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lockstep {

/// Which buckets are complete while a backward pass hands out gradients one by one. Buckets count in their
/// order, which is equal on all ranks: one that is complete early waits for those before it.
class BucketProgress {
public:
    /// `buckets` of anything that lists its parameters; each parameter is in one of them.
    template <typename Buckets>
    explicit BucketProgress(const Buckets& buckets)
    {
        for (const auto& bucket : buckets)
            append(bucket.parameters);
    }

    /// A backward pass begins. REQUIRES: the one before was whole.
    void begin();
    /// The gradient of that parameter is final. REQUIRES: for the first time in this pass.
    void add(std::size_t parameter);
    /// Buckets 0 ... complete() - 1 are.
    std::size_t complete() const { return m_complete; }
    bool isWhole() const { return m_complete == m_sizes.size(); }

private:
    void append(const std::vector<std::size_t>& parameters);

    std::vector<std::size_t> m_sizes;    ///< parameters of each bucket
    std::vector<std::size_t> m_bucketOf; ///< by parameter
    std::vector<std::size_t> m_missing;  ///< of each bucket
    std::vector<bool> m_added;           ///< by parameter
    std::size_t m_complete = 0;
};

} // namespace lockstep
