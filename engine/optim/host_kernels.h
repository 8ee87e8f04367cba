// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/update_rules.h"

#include <utility>

/// The update rules over stretches of tensors in this host's memory, with the widest vectors of the host.
/// Every host and every cut into stretches makes the same bits, for the files that include this are compiled
/// without contraction.
namespace lockstep {

/// A stretch of a parameter; state in the order of the rule's kState.
struct Stretch {
    float* value;
    const float* gradient;
    std::array<float*, 2> state;
    std::size_t count;
};

namespace host_kernels {

template <typename Update, typename... State>
[[gnu::always_inline]] inline void forEach(const Update rule, std::size_t count, float* __restrict value,
                                           const float* __restrict gradient, State* __restrict... state)
{
    for (std::size_t i = 0; i < count; ++i)
        rule(value[i], gradient[i], state[i]...);
}

template <typename Rule>
[[gnu::always_inline]] inline void run(const typename Rule::Update& rule, const Stretch& s)
{
    [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline))
    {
        forEach(rule, s.count, s.value, s.gradient, s.state[I]...);
    }
    (std::make_index_sequence<Rule::kState.size()>());
}

template <typename Rule>
void runPlain(const typename Rule::Update& rule, const Stretch& stretch)
{
    run<Rule>(rule, stretch);
}

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
template <typename Rule>
[[gnu::target("avx2")]] void runAvx2(const typename Rule::Update& rule, const Stretch& stretch)
{
    run<Rule>(rule, stretch);
}

template <typename Rule>
[[gnu::target("avx512f")]] void runAvx512(const typename Rule::Update& rule, const Stretch& stretch)
{
    run<Rule>(rule, stretch);
}

template <typename Rule>
auto widest()
{
    return __builtin_cpu_supports("avx512f") ? runAvx512<Rule>
           : __builtin_cpu_supports("avx2")  ? runAvx2<Rule>
                                             : runPlain<Rule>;
}
#else
template <typename Rule>
auto widest()
{
    return runPlain<Rule>;
}
#endif

} // namespace host_kernels

/// Updates the elements of a stretch.
template <typename Rule>
void update(const typename Rule::Update& rule, const Stretch& stretch)
{
    static const auto kernel = host_kernels::widest<Rule>();
    kernel(rule, stretch);
}

/// Sum of squares in double precision, in an order that depends on `count` alone.
double sumOfSquares(const float* values, std::size_t count);

} // namespace lockstep
