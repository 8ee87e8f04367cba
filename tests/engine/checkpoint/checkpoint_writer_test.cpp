// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_writer.h"
#include "engine/core/error.h"

#include <gmock/gmock.h>

#include <future>
#include <stdexcept>
#include <vector>

namespace lockstep {
namespace {

using ::testing::ElementsAre;

const HostTensors kNothing;

/// A disk that writes when the test says so, and remembers what it was given.
struct SlowDisk {
    std::promise<void> arrived, permitted;
    std::shared_future<void> go = permitted.get_future().share();
    std::vector<float> written;

    CheckpointWriter::Save save()
    {
        return
            [this](const TensorStore& model, const TensorStore&, const TrainingPosition& position, Standing) {
                if (position.step == 1)
                    arrived.set_value();
                go.wait();
                written.push_back(model.hostView(0)[0]);
                return SavedCheckpoint{"step " + std::to_string(position.step), 4, {}, {}};
            };
    }
};

TrainingPosition at(std::int64_t step)
{
    TrainingPosition position;
    position.step = step;
    return position;
}

TEST(CheckpointWriter, LetsTheTensorsChangeWhileItWritesTheirCopy)
{
    SlowDisk disk;
    std::vector<std::string> ends;
    std::vector<float> values = {1};
    const HostTensors model(std::vector<NamedTensor>{{"weight", {1}, values}});
    CheckpointWriter writer(disk.save(), [&](const CheckpointEnd& end) { ends.push_back(end.saved->path); });
    EXPECT_EQ(writer.save(model, kNothing, at(1), Standing::Latest), CheckpointWriter::Way::Beside);
    disk.arrived.get_future().wait(); // so save() has returned while the disk is at work
    values[0] = 2;
    disk.permitted.set_value();
    writer.save(model, kNothing, at(2), Standing::Latest);
    writer.wait();
    EXPECT_THAT(disk.written, ElementsAre(1, 2));
    EXPECT_THAT(ends, ElementsAre("step 1", "step 2"));
}

TEST(CheckpointWriter, HasOneSaveUnderWayAndEndsWithTheLast)
{
    SlowDisk disk;
    std::vector<std::string> ends;
    std::vector<float> values = {1};
    const HostTensors model(std::vector<NamedTensor>{{"weight", {1}, values}});
    {
        CheckpointWriter writer(disk.save(),
                                [&](const CheckpointEnd& end) { ends.push_back(end.saved->path); });
        writer.save(model, kNothing, at(1), Standing::Latest);
        auto second =
            std::async(std::launch::async, [&] { writer.save(model, kNothing, at(2), Standing::Best); });
        disk.arrived.get_future().wait();
        EXPECT_TRUE(disk.written.empty());
        disk.permitted.set_value();
        second.wait();
    }
    EXPECT_THAT(ends, ElementsAre("step 1", "step 2"));
}

TEST(CheckpointWriter, ReportsWhatCouldNotBeSavedAndRethrowsTheUnforeseen)
{
    std::vector<std::string> problems;
    std::vector<float> values = {1};
    const HostTensors model(std::vector<NamedTensor>{{"weight", {1}, values}});
    CheckpointWriter writer(
        [](const TensorStore&, const TensorStore&, const TrainingPosition& position,
           Standing) -> SavedCheckpoint {
            if (position.step == 1)
                throw EngineError(ExitCode::CheckpointError, Error{"The disk is full.", {}, {}});
            throw std::logic_error("unforeseen");
        },
        [&](const CheckpointEnd& end) { problems.push_back(end.saved.error().message()); });
    writer.save(model, kNothing, at(1), Standing::Latest);
    EXPECT_NO_THROW(writer.wait());
    EXPECT_THAT(problems, ElementsAre("The disk is full."));
    writer.save(model, kNothing, at(2), Standing::Latest);
    EXPECT_THROW(writer.wait(), std::logic_error);
    EXPECT_NO_THROW(writer.wait());
}

} // namespace
} // namespace lockstep
