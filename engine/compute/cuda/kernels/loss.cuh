// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/compute/cuda/device/step_block.h"
#include "engine/compute/cuda/kernels/block.h"

#include <cmath>
#include <cstdint>

/// The loss and its derivative, a block for each sample; then the sum over the samples. What they compute is
/// sampleLoss() of the CPU.
namespace lockstep::cuda {

struct SampleScore {
    double loss;
    std::int32_t rank; ///< as SampleLoss; -1: the label is no class
};

/// A number of each thread of a block, and what they make together, in one order.
template <typename T, int kThreads>
struct ThreadParts {
    T of[kThreads];

    LOCKSTEP_HOST_DEVICE T sum() const
    {
        T total{};
        for (const T& each : of)
            total += each;
        return total;
    }
    /// NaN only where all are.
    LOCKSTEP_HOST_DEVICE T largest() const
    {
        T found = of[0];
        for (const T& each : of)
            found = each > found || found != found ? each : found;
        return found;
    }
};

/// What the kernels for both losses share.
struct LossInputs {
    int classes;
    const float* logits;
    const std::int32_t* labels;
    float* derivative; ///< may be null
    float weight;
    const StepBlock* step;
    const LossScale* scale; ///< may be null
    SampleScore* scores;

    LOCKSTEP_HOST_DEVICE bool valid(int label) const { return label >= 0 && label < classes; }
    LOCKSTEP_HOST_DEVICE void put(std::int64_t sample, int c, float value) const
    {
        if (derivative == nullptr)
            return;
        const float scaled = value * weight * step->derivativeScale;
        derivative[sample * classes + c] = scale != nullptr ? scaled * scale->scale : scaled;
    }
    /// Of the classes that this thread looks at, those that stand before the label.
    LOCKSTEP_HOST_DEVICE std::int32_t before(const float* z, int label, int thread, int threads) const
    {
        std::int32_t rank = 0;
        for (int c = thread; c < classes; c += threads)
            if (c != label && !(c < label ? z[c] < z[label] : z[c] <= z[label]))
                ++rank;
        return rank;
    }
    /// A label that is no class: no loss, no derivative.
    LOCKSTEP_HOST_DEVICE void leaveOut(std::int64_t sample, int thread, int threads) const
    {
        for (int c = thread; c < classes; c += threads)
            put(sample, c, 0);
        if (thread == 0)
            scores[sample] = {0, -1};
    }
};

struct CrossEntropy {
    static constexpr int kThreads = 128;
    struct Shared {
        ThreadParts<float, kThreads> largest;
        ThreadParts<double, kThreads> powers;
        ThreadParts<double, kThreads> logits;
        ThreadParts<std::int32_t, kThreads> rank;
    };
    LossInputs in;
    double smoothing;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const std::int64_t sample = block.index();
        const float* z = in.logits + sample * in.classes;
        const int label = in.labels[sample];
        const bool valid = in.valid(label);
        block.each([&](int thread) {
            if (valid)
                shared.largest.of[thread] = largest(z, thread);
            else
                in.leaveOut(sample, thread, kThreads);
        });
        block.each([&](int thread) {
            if (valid)
                addUp(z, label, thread, shared);
        });
        block.each([&](int thread) {
            if (!valid)
                return;
            const float largest = shared.largest.largest();
            const double sum = shared.powers.sum();
            differentiate(sample, z, label, thread, largest, sum);
            if (thread == 0)
                in.scores[sample] = {std::log(sum) - expected(z, label, largest, shared), shared.rank.sum()};
        });
    }

private:
    LOCKSTEP_HOST_DEVICE double everyTarget() const { return smoothing / static_cast<double>(in.classes); }
    LOCKSTEP_HOST_DEVICE float largest(const float* z, int thread) const
    {
        float found = -HUGE_VALF;
        for (int c = thread; c < in.classes; c += kThreads)
            found = z[c] > found ? z[c] : found;
        return found;
    }
    /// Powers of what is at most 0.
    LOCKSTEP_HOST_DEVICE void addUp(const float* z, int label, int thread, Shared& shared) const
    {
        const float largest = shared.largest.largest();
        double powers = 0;
        double logits = 0;
        for (int c = thread; c < in.classes; c += kThreads) {
            powers += static_cast<double>(std::exp(z[c] - largest));
            logits += static_cast<double>(z[c] - largest);
        }
        shared.powers.of[thread] = powers;
        shared.logits.of[thread] = logits;
        shared.rank.of[thread] = in.before(z, label, thread, kThreads);
    }
    LOCKSTEP_HOST_DEVICE void differentiate(std::int64_t sample, const float* z, int label, int thread,
                                            float largest, double sum) const
    {
        for (int c = thread; c < in.classes; c += kThreads) {
            const auto power = static_cast<double>(std::exp(z[c] - largest));
            const auto share = static_cast<float>(power / sum - everyTarget());
            in.put(sample, c, c == label ? share - static_cast<float>(1 - smoothing) : share);
        }
    }
    /// The mean of the logits, less the largest, over the target.
    LOCKSTEP_HOST_DEVICE double expected(const float* z, int label, float largest, const Shared& shared) const
    {
        const double own = (1 - smoothing) * static_cast<double>(z[label] - largest);
        return everyTarget() > 0 ? own + everyTarget() * shared.logits.sum() : own;
    }
};

struct SquaredError {
    static constexpr int kThreads = 128;
    struct Shared {
        ThreadParts<double, kThreads> squares;
        ThreadParts<std::int32_t, kThreads> rank;
    };
    LossInputs in;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        const std::int64_t sample = block.index();
        const float* z = in.logits + sample * in.classes;
        const int label = in.labels[sample];
        const bool valid = in.valid(label);
        const auto classes = static_cast<double>(in.classes);
        block.each([&](int thread) {
            if (!valid)
                return in.leaveOut(sample, thread, kThreads);
            double squares = 0;
            for (int c = thread; c < in.classes; c += kThreads) {
                const double difference = static_cast<double>(z[c]) - (c == label ? 1.0 : 0.0);
                in.put(sample, c, static_cast<float>(2 * difference / classes));
                squares += difference * difference;
            }
            shared.squares.of[thread] = squares;
            shared.rank.of[thread] = in.before(z, label, thread, kThreads);
        });
        block.each([&](int thread) {
            if (valid && thread == 0)
                in.scores[sample] = {shared.squares.sum() / classes, shared.rank.sum()};
        });
    }
};

/// One block: adds the samples' scores to the step's.
struct AddScores {
    static constexpr int kThreads = 256;
    struct Shared {
        ThreadParts<double, kThreads> loss;
        ThreadParts<std::int32_t, kThreads> correct;
        ThreadParts<std::int32_t, kThreads> correctTop5;
        ThreadParts<std::int32_t, kThreads> bad;
    };
    const SampleScore* scores;
    int samples;
    double weight;
    bool scored;
    LossBlock* loss;

    template <typename Block>
    LOCKSTEP_HOST_DEVICE void operator()(Block& block, Shared& shared) const
    {
        block.each([&](int thread) {
            LossBlock own;
            for (int sample = thread; sample < samples; sample += kThreads) {
                const SampleScore& score = scores[sample];
                own.lossSum += weight * score.loss;
                own.correct += score.rank == 0 ? 1 : 0;
                own.correctTop5 += score.rank >= 0 && score.rank < 5 ? 1 : 0;
                own.badLabels += score.rank < 0 ? 1 : 0;
            }
            shared.loss.of[thread] = own.lossSum;
            shared.correct.of[thread] = own.correct;
            shared.correctTop5.of[thread] = own.correctTop5;
            shared.bad.of[thread] = own.badLabels;
        });
        block.each([&](int thread) {
            if (thread != 0)
                return;
            loss->lossSum += shared.loss.sum();
            if (!scored)
                return;
            loss->correct += shared.correct.sum();
            loss->correctTop5 += shared.correctTop5.sum();
            loss->badLabels += shared.bad.sum();
        });
    }
};

} // namespace lockstep::cuda
