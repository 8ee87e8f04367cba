// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/shape.h"

#include "engine/core/error.h"

namespace lockstep {

std::int64_t Shape::elements() const
{
    constexpr std::int64_t kMostElements = std::int64_t{1} << 62;
    bool empty = false;
    for (std::int64_t size : m_sizes) {
        if (size < 0)
            throw EngineError(
                ExitCode::Failure,
                {LOCKSTEP_TEXT("The tensor shape %1 has a negative size."), {toString(*this)}, {}});
        empty = empty || size == 0;
    }
    if (empty)
        return 0;
    std::int64_t product = 1;
    for (std::int64_t size : m_sizes) {
        if (product > kMostElements / size)
            throw EngineError(
                ExitCode::Failure,
                {LOCKSTEP_TEXT("The tensor shape %1 has more elements than can be counted (2^62)."),
                 {toString(*this)},
                 {}});
        product *= size;
    }
    return product;
}

std::string toString(const Shape& shape)
{
    std::string text;
    for (std::int64_t size : shape.sizes())
        text += (text.empty() ? "" : "x") + std::to_string(size);
    return text.empty() ? "1" : text;
}

} // namespace lockstep
