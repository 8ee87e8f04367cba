// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/train/imitated_device.h"

#include "engine/core/error.h"
#include "engine/protocol/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

using Clock = std::chrono::steady_clock;

class FileTurns final : public ComputeTurns {
public:
    explicit FileTurns(const std::string& file)
        : m_file(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (!m_file)
            throw EngineError(
                ExitCode::Failure,
                Error{LOCKSTEP_TEXT("%1 cannot be opened: %2."), {file, std::strerror(errno)}, ""});
    }

    Turn take() override
    {
        const auto deadline = Clock::now() + kPatience;
        bool isOurs = ::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0;
        while (!isOurs && Clock::now() < deadline) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            isOurs = ::flock(m_file.get(), LOCK_EX | LOCK_NB) == 0;
        }
        const int file = m_file.get();
        return {nullptr, [file, isOurs](void*) {
                    if (isOurs)
                        ::flock(file, LOCK_UN);
                }};
    }

private:
    static constexpr std::chrono::minutes kPatience{10};
    const Descriptor m_file;
};

/// What was measured of a pass.
struct Pass {
    struct Ready {
        std::size_t gradient;
        Clock::duration after; ///< since backward began
    };
    int count = 1; ///< samples
    LossResult loss;
    Clock::duration forward{}, backward{};
    std::vector<Ready> ready;
};

class ImitatedProgram final : public Program {
public:
    ImitatedProgram(std::unique_ptr<Program> inner, std::shared_ptr<ComputeTurns> turns, ImitationClock clock)
        : m_inner(std::move(inner)), m_turns(std::move(turns)), m_clock(std::move(clock))
    {
    }

    Program& inner() { return *m_inner; }
    /// Where gradients are summed; borrowed.
    void setGradients(std::span<const GradientBucket> buckets) { m_buckets = buckets; }

    TensorStore& parameters() override { return m_inner->parameters(); }
    TensorStore& gradients() override { return m_inner->gradients(); }
    TensorStore& buffers() override { return m_inner->buffers(); }
    void forward(const BatchView& batch, Phase phase) override;
    LossResult loss() override;
    std::span<const float> logits() override { return m_inner->logits(); }
    void backward(Gradients gradients, const std::function<void(std::size_t)>& ready) override;
    std::shared_ptr<BatchMemory> batchMemory() const override { return m_inner->batchMemory(); }
    std::int64_t memoryBytes() const override { return m_inner->memoryBytes(); }
    std::vector<FusionChoice> fusions() const override { return m_inner->fusions(); }

private:
    bool isImitated() const { return m_truePasses >= kTruePasses && !m_buckets.empty(); }
    void waitFor(ImitationClock::Point begin, Clock::duration measured) const;

    std::unique_ptr<Program> m_inner;
    std::shared_ptr<ComputeTurns> m_turns;
    ImitationClock m_clock;
    std::span<const GradientBucket> m_buckets;
    int m_truePasses = 0;
    Pass m_measured;
    int m_count = 0;            ///< of the last forward
    bool m_wasImitated = false; ///< the last forward
    ComputeTurns::Turn m_turn;  ///< from the forward of a pass that computes to the end of its backward
};

/// In proportion to the samples.
void ImitatedProgram::waitFor(ImitationClock::Point begin, Clock::duration measured) const
{
    m_clock.sleepUntil(begin + measured * m_count / m_measured.count);
}

void ImitatedProgram::forward(const BatchView& batch, Phase phase)
{
    m_wasImitated = phase == Phase::Training && isImitated();
    m_count = batch.scalars.count;
    const auto begin = m_clock.now();
    if (m_wasImitated) {
        waitFor(begin, m_measured.forward);
        return;
    }
    if (phase == Phase::Training)
        m_turn = m_turns->take();
    const auto computing = m_clock.now();
    m_inner->forward(batch, phase);
    if (phase != Phase::Training)
        return;
    m_measured.loss = m_inner->loss();
    m_measured.forward = m_clock.now() - computing;
    m_measured.count = std::max(1, m_count);
}

LossResult ImitatedProgram::loss()
{
    if (!m_wasImitated)
        return m_inner->loss();
    LossResult loss = m_measured.loss;
    loss.lossSum *= static_cast<double>(m_count) / m_measured.count;
    loss.correct = std::min(loss.correct, m_count);
    loss.correctTop5 = std::min(loss.correctTop5, m_count);
    return loss;
}

void ImitatedProgram::backward(Gradients gradients, const std::function<void(std::size_t)>& ready)
{
    const auto begin = m_clock.now();
    if (m_wasImitated) {
        for (const GradientBucket& bucket : m_buckets)
            std::ranges::fill(bucket.values, 0.0F);
        for (const Pass::Ready& each : m_measured.ready) {
            waitFor(begin, each.after);
            ready(each.gradient);
        }
        waitFor(begin, m_measured.backward);
        return;
    }
    m_measured.ready.clear();
    m_inner->backward(gradients, [&](std::size_t gradient) {
        m_measured.ready.push_back({gradient, m_clock.now() - begin});
        ready(gradient);
    });
    m_measured.backward = m_clock.now() - begin;
    m_turn.reset();
    ++m_truePasses;
}

class ImitatedDevice final : public TrainingDevice {
public:
    ImitatedDevice(std::unique_ptr<TrainingDevice> inner, std::shared_ptr<ComputeTurns> turns,
                   ImitationClock clock)
        : m_inner(std::move(inner)), m_turns(std::move(turns)), m_clock(std::move(clock))
    {
    }

    std::string description(Precision precision) const override
    {
        return m_inner->description(precision) + "; imitated from pass " + std::to_string(kTruePasses + 1) +
               " of training on";
    }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        return std::make_unique<ImitatedProgram>(m_inner->compile(graph, options), m_turns, m_clock);
    }
    /// Not imitated: parts wait for each other as it is.
    std::unique_ptr<PartProgram> compilePart(const GraphPart& part, const ProgramOptions& options) override
    {
        return m_inner->compilePart(part, options);
    }
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return m_inner->makeOptimizer(training, static_cast<ImitatedProgram&>(program).inner());
    }
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        auto& imitated = static_cast<ImitatedProgram&>(program);
        const StrategyFactory makeAndTell = [&](const TrainingSpec& spec, ProcessGroup& ranks,
                                                const HostReplica& replica) {
            imitated.setGradients(replica.buckets);
            return make(spec, ranks, replica);
        };
        return m_inner->makeStrategy(makeAndTell, training, group, imitated.inner());
    }

private:
    std::unique_ptr<TrainingDevice> m_inner;
    std::shared_ptr<ComputeTurns> m_turns;
    ImitationClock m_clock;
};

} // namespace

std::unique_ptr<ComputeTurns> turnsBy(const std::string& file)
{
    return std::make_unique<FileTurns>(file);
}

ImitationClock steadyClock()
{
    return {[] { return Clock::now(); },
            [](ImitationClock::Point when) { std::this_thread::sleep_until(when); }};
}

std::unique_ptr<TrainingDevice> imitating(std::unique_ptr<TrainingDevice> inner,
                                          std::shared_ptr<ComputeTurns> turns, ImitationClock clock)
{
    return std::make_unique<ImitatedDevice>(std::move(inner), std::move(turns), std::move(clock));
}

} // namespace lockstep
