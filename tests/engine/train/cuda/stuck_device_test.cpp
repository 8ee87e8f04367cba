// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Trainings on a GPU that hangs without an error. A program of its own, and a device for each test: of a
/// process that has found one stuck nothing is given back any more, and nobody waits for that one again.
#include "tests/engine/support/devices.h"
#include "tests/engine/support/emulated_cuda/fake_runtime.h"
#include "tests/engine/train/rank_fixture.h"

#include <gmock/gmock.h>

#include <chrono>

namespace lockstep {
namespace {

using namespace lockstep::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

struct Hang {
    int device;            ///< of the fake runtime
    int worksBefore;       ///< pieces of work that it still does
    double timeoutSeconds; ///< of the experiment
    double limitSeconds;   ///< that it has to come to
    friend void PrintTo(const Hang& hang, std::ostream* out) { *out << "after " << hang.worksBefore; }
};

/// An emulated GPU that counts as stuck after a second.
class ImpatientDevice final : public TrainingDevice {
public:
    explicit ImpatientDevice(const Hang& hang)
        : m_hang(hang), m_inner(testDevice("emulated").make({DeviceKind::Cuda, hang.device}))
    {
    }

    std::string description(Precision precision) const override { return m_inner->description(precision); }
    std::unique_ptr<Program> compile(const Graph& graph, const ProgramOptions& options) override
    {
        EXPECT_EQ(options.deviceSeconds, m_hang.limitSeconds);
        ProgramOptions changed = options;
        changed.deviceSeconds = 1;
        return m_inner->compile(graph, changed);
    }
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
    Hang m_hang;
    std::unique_ptr<TrainingDevice> m_inner;
};

class StuckDevice : public ::testing::TestWithParam<Hang> {
protected:
    ~StuckDevice() override { restoreFakeRuntime(); }
};

TEST_P(StuckDevice, EndsTheAttemptAndSaysWhy)
{
    const Hang hang = GetParam();
    RankFixture fixture(403, 41);
    fixture.experiment.training.epochs = 1000;
    fixture.experiment.training.timeoutSeconds = hang.timeoutSeconds;
    fixture.factories.device = [&](Device) { return std::make_unique<ImpatientDevice>(hang); };
    hangFakeDevice(hang.device, hang.worksBefore);
    const auto start = Clock::now();
    const std::vector<RankOutcome> outcomes = fixture.train(1);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(60));
    EXPECT_EQ(outcomes.front().code, ExitCode::DeviceUnavailable);
    const auto finished = only<RankFinished>(fixture.journal(1, 0));
    ASSERT_EQ(finished.size(), 1U) << "the last record is there";
    EXPECT_EQ(finished.front().exitCode, static_cast<int>(ExitCode::DeviceUnavailable));
    EXPECT_THAT(finished.front().message.english(),
                AllOf(HasSubstr("cuda:" + std::to_string(hang.device) + " hangs"), HasSubstr("Xid")));
}

// While it is prepared; in the first step; in one that is given as a whole.
INSTANTIATE_TEST_SUITE_P(Moments, StuckDevice,
                         ::testing::Values(Hang{1, 2, 30, 300}, Hang{2, 60, 30, 300},
                                           Hang{3, 600, 400, 400}));

} // namespace
} // namespace lockstep
