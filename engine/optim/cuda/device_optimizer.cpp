// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/cuda/device_optimizer.h"

#include "engine/optim/cuda/update_block.h"
#include "engine/optim/cuda/update_table.h"
#include "engine/optim/serving_rule.h"

namespace lockstep::cuda {
namespace {

/// Looks at all gradients of a step before they are used, where the specification clips or the loss is
/// scaled. The verdict reaches this host behind the step's work.
class GradientJudge {
public:
    GradientJudge(const TrainingSpec& spec, const DeviceReplica& replica, const UpdateTable& table)
        : m_queue(replica.queue), m_lossScale(replica.lossScale), m_clipNorm(spec.clipNorm),
          m_needed(spec.clipNorm > 0 || replica.lossScale != nullptr), m_table(table)
    {
        if (!m_needed)
            return;
        m_squares = DeviceMemory(static_cast<std::size_t>(table.count()) * sizeof(double));
        m_verdict = DeviceMemory(sizeof(GradientVerdict));
        m_heard = PinnedMemory(sizeof(GradientVerdict));
    }

    /// Null: gradients are used as they are.
    const GradientVerdict* judge()
    {
        if (!m_needed)
            return nullptr;
        auto* const squares = reinterpret_cast<double*>(m_squares.at());
        auto* const verdict = reinterpret_cast<GradientVerdict*>(m_verdict.at());
        launch(m_queue, {m_table.count()}, GradientSquares{m_table.stretches(), squares});
        launch(m_queue, {1}, JudgeGradients{squares, m_table.count(), m_clipNorm, m_lossScale, verdict});
        return verdict;
    }

    /// After the update that the verdict was for.
    void tell()
    {
        if (!m_needed)
            return;
        m_queue.copy(m_heard.at(), m_verdict.at(), sizeof(GradientVerdict));
        m_queue.record(m_told);
        m_telling = true;
    }

    /// Of the last step. Waits for it, unless it has been heard before.
    const GradientVerdict& hear()
    {
        if (m_telling) {
            m_told.wait(Awaited::Update);
            m_telling = false;
            m_last = *reinterpret_cast<const GradientVerdict*>(m_heard.at());
        }
        return m_last;
    }
    /// Whether a step's verdict has not been heard yet.
    bool telling() const { return m_telling; }

private:
    Queue& m_queue;
    LossScale* m_lossScale;
    double m_clipNorm;
    bool m_needed;
    const UpdateTable& m_table;
    DeviceMemory m_squares; ///< by stretch
    DeviceMemory m_verdict;
    PinnedMemory m_heard;
    Event m_told;
    bool m_telling = false;
    GradientVerdict m_last;
};

template <typename Rule>
class DeviceOptimizer final : public Optimizer {
public:
    DeviceOptimizer(const TrainingSpec& spec, const DeviceReplica& replica)
        : m_rule(spec), m_decay(spec.weightDecay), m_replica(replica),
          m_table(spec, replica, std::span<const char* const>(Rule::kState)),
          m_block(sizeof(StepUpdate<Rule>)), m_state(replica.queue, stateTensors()),
          m_judge(spec, replica, m_table)
    {
        if (m_replica.lossScale != nullptr)
            m_state.write(m_state.tensors().size() - 1, std::array{LossScale::kInitial, 0.0f});
    }

    /// Waits for the updates that were given: they use memory of this.
    ~DeviceOptimizer() override { m_replica.queue.waitAtTheEnd(); }

    void step(double learningRate) override
    {
        // Whether the step before was skipped decides which one this is.
        if (m_replica.lossScale != nullptr)
            hear();
        const UpdateScalars scalars{.learningRate = learningRate, .step = ++m_steps};
        const StepUpdate<Rule> update{m_rule.at(scalars, m_decay), m_rule.at(scalars, 0)};
        m_block.bring(m_replica.queue, &update);
        m_replica.giveUpdate([this] { giveKernels(); });
        m_judge.tell();
        if (m_replica.changed)
            m_replica.changed();
    }

    double gradientNorm() override { return hear().norm; }
    TensorStore& state() override { return m_state; }
    std::int64_t steps() override
    {
        hear();
        return m_steps;
    }
    void setSteps(std::int64_t steps) override
    {
        hear();
        m_steps = steps;
    }
    std::optional<LossScaling> lossScaling() override
    {
        if (m_replica.lossScale == nullptr)
            return std::nullopt;
        return LossScaling{static_cast<double>(hear().lossScale), m_skipped};
    }

private:
    void giveKernels()
    {
        const GradientVerdict* verdict = m_judge.judge();
        launch(m_replica.queue, {m_table.count() * UpdateStretches<Rule>::kBlocks},
               UpdateStretches<Rule>{m_table.stretches(),
                                     reinterpret_cast<const StepUpdate<Rule>*>(m_block.at()), verdict});
    }

    std::vector<DeviceTensor> stateTensors() const
    {
        std::vector<DeviceTensor> tensors = m_table.tensors();
        static_assert(sizeof(LossScale) == 2 * sizeof(float));
        if (m_replica.lossScale != nullptr)
            tensors.push_back({{kLossScaleState, {2}}, &m_replica.lossScale->scale});
        return tensors;
    }

    const GradientVerdict& hear()
    {
        const bool news = m_judge.telling();
        const GradientVerdict& verdict = m_judge.hear();
        if (news && verdict.skipped != 0) {
            ++m_skipped;
            --m_steps;
        }
        return verdict;
    }

    Rule m_rule;
    double m_decay;
    DeviceReplica m_replica;
    UpdateTable m_table;
    UpdateBlock m_block; ///< a StepUpdate
    DeviceTensors m_state;
    GradientJudge m_judge;
    std::int64_t m_steps = 0; ///< the last one among them until its verdict is heard
    std::int64_t m_skipped = 0;
};

} // namespace

std::unique_ptr<Optimizer> makeDeviceOptimizer(const TrainingSpec& spec, const DeviceReplica& replica)
{
    std::unique_ptr<Optimizer> made;
    withServingRule(spec,
                    [&]<typename Rule>() { made = std::make_unique<DeviceOptimizer<Rule>>(spec, replica); });
    return made;
}

} // namespace lockstep::cuda
