// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/reduce_functions.h"

namespace lockstep {

namespace {

template <typename Number>
void sum(void* out, const void* left, const void* right, std::size_t count)
{
    Number* const result = static_cast<Number*>(out);
    const Number* const a = static_cast<const Number*>(left);
    const Number* const b = static_cast<const Number*>(right);
    for (std::size_t i = 0; i < count; ++i)
        result[i] = a[i] + b[i];
}

} // namespace

void sumFloats(void* out, const void* left, const void* right, std::size_t count)
{
    sum<float>(out, left, right, count);
}

void sumDoubles(void* out, const void* left, const void* right, std::size_t count)
{
    sum<double>(out, left, right, count);
}

} // namespace lockstep
