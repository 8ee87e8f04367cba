// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/training_device.h"

#include <memory>

namespace lockstep::testing {

/// The emulated GPU of that index, which counts as stuck after so many seconds, whatever the experiment says.
class ImpatientDevice final : public TrainingDevice {
public:
    ImpatientDevice(int index, double seconds);

    std::string description(Precision precision) const override { return m_inner->description(precision); }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override;
    std::unique_ptr<Optimizer> makeOptimizer(const TrainingSpec& training, Program& program) override
    {
        return m_inner->makeOptimizer(training, program);
    }
    std::unique_ptr<Strategy> makeStrategy(const StrategyFactory& make, const TrainingSpec& training,
                                           ProcessGroup& group, Program& program) override
    {
        return m_inner->makeStrategy(make, training, group, program);
    }

private:
    double m_seconds;
    std::unique_ptr<TrainingDevice> m_inner;
};

} // namespace lockstep::testing
