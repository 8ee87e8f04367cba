// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace lockstep {

/// Sizes of a tensor's dimensions, outermost first. A sample is {channels, height, width}, a clip
/// {channels, frames, height, width}.
class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<std::int64_t> sizes) : m_sizes(sizes) {}
    explicit Shape(std::vector<std::int64_t> sizes) : m_sizes(std::move(sizes)) {}

    std::size_t rank() const { return m_sizes.size(); }
    std::int64_t operator[](std::size_t dimension) const { return m_sizes.at(dimension); }
    /// Product of the sizes; throws EngineError when it exceeds 2^62 or a size is negative.
    std::int64_t elements() const;
    const std::vector<std::int64_t>& sizes() const { return m_sizes; }
    bool operator==(const Shape&) const = default;

private:
    std::vector<std::int64_t> m_sizes;
};
/// "20x1x5x5"; a scalar is "1".
std::string toString(const Shape& shape);

} // namespace lockstep
