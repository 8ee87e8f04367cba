// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/step_block.h"
#include "engine/compute/cuda/kernels/block.h"
#include "engine/optim/stretches.h"
#include "engine/optim/update_rules.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

/// The kernels of an optimiser: see kernels/block.h for how they are written. Bit for bit what HostOptimizer
/// does with the same gradients.
namespace lockstep::cuda {

/// A stretch of a parameter in the device's memory; state in the order of the rule's kState.
struct DeviceStretch {
    float* value = nullptr;
    const float* gradient = nullptr;
    std::array<float*, 2> state{};
    std::int32_t count = 0; ///< at most kStretchElements
    std::int32_t decayed = 0;
};

/// What is found out about a step's gradients before they are used: one block in the device's memory.
struct GradientVerdict {
    double norm = 0;          ///< L2, over all gradients, without the loss scale
    float gradientScale = 1;  ///< of clipping, and what takes the loss scale out
    std::int32_t skipped = 0; ///< 1: a gradient is not finite, and no value changes
    float lossScale = 1;      ///< of the next step
};

/// squares[s]: the sum of the squares of stretch s' gradients, as sumOfSquares(). A block for each.
struct GradientSquares {
    static constexpr int kThreads = 256;
    static constexpr int kSums = static_cast<int>(kSquareSums);
    static constexpr int kTile = 4096;
    struct Shared {
        float tile[kTile];
        double sums[kSums];
    };
    const DeviceStretch* stretches;
    double* squares;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const DeviceStretch stretch = stretches[block.index()];
        block.each([&](int thread) {
            if (thread < kSums)
                shared.sums[thread] = 0;
        });
        // Few threads add, in an order of their own each; all of them read, side by side.
        for (int from = 0; from < stretch.count; from += kTile) {
            const int size = stretch.count - from < kTile ? stretch.count - from : kTile;
            block.each([&](int thread) {
                for (int i = thread; i < size; i += kThreads)
                    shared.tile[i] = stretch.gradient[from + i];
            });
            block.each([&](int thread) {
                if (thread < kSums)
                    shared.sums[thread] = withSquares(shared.sums[thread], shared.tile, thread, size);
            });
        }
        block.each([&](int thread) {
            if (thread == 0)
                squares[block.index()] = total(shared.sums);
        });
    }

private:
    LOCKSTEP_HOST_DEVICE static double withSquares(double sum, const float* tile, int first, int size)
    {
        for (int i = first; i < size; i += kSums)
            sum += static_cast<double>(tile[i]) * static_cast<double>(tile[i]);
        return sum;
    }
    LOCKSTEP_HOST_DEVICE static double total(const double* sums)
    {
        double all = 0;
        for (int i = 0; i < kSums; ++i)
            all += sums[i];
        return all;
    }
};

/// From the sums of all stretches, in their order, the verdict; adapts the loss scale to it. One block.
struct JudgeGradients {
    static constexpr int kThreads = 256;
    struct Shared {
        double tile[kThreads];
        double sum;
    };
    const double* squares;
    std::int64_t count;
    double clipNorm;      ///< 0: gradients are not clipped
    LossScale* lossScale; ///< null: nothing is scaled, and nothing is skipped
    GradientVerdict* verdict;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        block.each([&](int thread) {
            if (thread == 0)
                shared.sum = 0;
        });
        for (std::int64_t from = 0; from < count; from += kThreads) {
            block.each([&](int thread) {
                if (from + thread < count)
                    shared.tile[thread] = squares[from + thread];
            });
            block.each([&](int thread) {
                if (thread == 0)
                    for (std::int64_t i = from; i < count && i < from + kThreads; ++i)
                        shared.sum += shared.tile[i - from];
            });
        }
        block.each([&](int thread) {
            if (thread == 0)
                *verdict = judge(std::sqrt(shared.sum));
        });
    }

private:
    LOCKSTEP_HOST_DEVICE GradientVerdict judge(double norm) const
    {
        GradientVerdict result;
        float inverse = 1;
        if (lossScale != nullptr) {
            inverse = 1 / lossScale->scale;
            norm *= static_cast<double>(inverse);
            // Squares of floats do not overflow in double precision: the norm is finite where all of them
            // are.
            result.skipped = norm - norm == 0 ? 0 : 1;
            adapt(*lossScale, result.skipped != 0);
            result.lossScale = lossScale->scale;
        }
        result.norm = norm;
        const double clipping = clipNorm > 0 ? clippingScale(norm, clipNorm) : 1;
        result.gradientScale = static_cast<float>(clipping) * inverse;
        return result;
    }

    LOCKSTEP_HOST_DEVICE static void adapt(LossScale& scaling, bool skipped)
    {
        constexpr float kLeast = 1.0f / (1 << 24);
        constexpr float kMost = 1 << 30;
        if (skipped) {
            scaling.goodSteps = 0;
            scaling.scale = scaling.scale > kLeast ? scaling.scale / 2 : kLeast;
            return;
        }
        scaling.goodSteps += 1;
        if (scaling.goodSteps < LossScale::kGrowthInterval)
            return;
        scaling.goodSteps = 0;
        scaling.scale = scaling.scale < kMost ? scaling.scale * 2 : kMost;
    }
};

/// What an update does to elements, in the device's memory: it changes from step to step.
template <typename Rule>
struct StepUpdate {
    typename Rule::Update decayed;
    typename Rule::Update undecayed;
};

/// Updates the elements of all stretches; kBlocks blocks for each.
template <typename Rule>
struct UpdateStretches {
    static constexpr int kThreads = 256;
    static constexpr int kBlocks = 8;
    static constexpr int kElements = static_cast<int>(kStretchElements) / kBlocks;
    struct Shared {};
    const DeviceStretch* stretches;
    const StepUpdate<Rule>* step;
    const GradientVerdict* verdict; ///< null: gradients are used as they are

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared&) const
    {
        if (verdict != nullptr && verdict->skipped != 0)
            return;
        const DeviceStretch stretch = stretches[block.index() / kBlocks];
        typename Rule::Update update = stretch.decayed != 0 ? step->decayed : step->undecayed;
        if (verdict != nullptr)
            update.use.scale = verdict->gradientScale;
        const int begin = static_cast<int>(block.index() % kBlocks) * kElements;
        const int end = stretch.count < begin + kElements ? stretch.count : begin + kElements;
        block.each([&](int thread) {
            for (int i = begin + thread; i < end; i += kThreads)
                apply(update, stretch, i, std::make_index_sequence<Rule::kState.size()>());
        });
    }

private:
    template <std::size_t... State>
    LOCKSTEP_HOST_DEVICE static void apply(const typename Rule::Update& update, const DeviceStretch& stretch,
                                           int i, std::index_sequence<State...>)
    {
        update(stretch.value[i], stretch.gradient[i], stretch.state[State][i]...);
    }
};

} // namespace lockstep::cuda
