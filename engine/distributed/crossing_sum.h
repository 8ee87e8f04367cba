// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Those between whom the values of one sum cross the network, while it is under way: one rank of each host
/// whose ranks share memory, and each of the others.
class CrossingGroup {
public:
    virtual ~CrossingGroup() = default;
    virtual int place() const = 0; ///< our own, 0 ... count() - 1
    virtual int count() const = 0; ///< >= 2
    /// As those of ProcessGroup, by place in the stead of rank; each at most once.
    virtual std::vector<std::byte> allGather(std::span<const std::byte> mine) = 0;
    virtual void allToAll(std::span<const std::byte> mine, std::span<std::byte> theirs) = 0;
};

/// How values are added up where they cross the network, when they do not cross as they are.
class CrossingSum {
public:
    virtual ~CrossingSum() = default;
    /// Bytes that none of its messages exceeds, of so many values.
    virtual std::size_t largestMessage(std::size_t count) const = 0;
    /// In place: what the members have becomes the sum, with equal bits on each of them. The same sequence of
    /// calls to the group on all. Throws what these throw.
    virtual void sum(std::span<float> values, CrossingGroup& group) = 0;
};

} // namespace lockstep
