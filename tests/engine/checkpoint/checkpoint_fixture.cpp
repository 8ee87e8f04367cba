// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/checkpoint_fixture.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lockstep {

void CheckpointFolder::SetUp()
{
    // In memory where there is such a place: these tests write tens of thousands of files, and a kill is not
    // a power cut.
    const std::filesystem::path memory = "/dev/shm";
    const auto parent = access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
    std::string name = (parent / "lockstep-checkpoint-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    m_run = name;
}

void CheckpointFolder::TearDown()
{
    std::filesystem::remove_all(m_run);
}

TrainingPosition CheckpointFolder::positionAt(std::int64_t step)
{
    TrainingPosition position;
    position.run = "20261120-235959-digits-3f9a";
    position.step = step;
    position.epoch = static_cast<int>(step / 100);
    position.batchInEpoch = step % 100;
    position.epochLossSum = 0.1 * static_cast<double>(step);
    position.optimizerSteps = step;
    position.worldSize = 2;
    position.globalBatch = 100;
    position.seed = 18446744073709551615u;
    position.model = "mnist-cnn";
    position.bestTop1 = 0.9875;
    return position;
}

TensorCopy CheckpointFolder::filled(std::int64_t step,
                                    const std::vector<std::pair<std::string, Shape>>& shapes)
{
    TensorCopy tensors;
    for (const auto& [name, shape] : shapes) {
        std::vector<float> values(static_cast<std::size_t>(shape.elements()));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(step) + static_cast<float>(i) / 1024;
        tensors.add({name, shape}, std::move(values));
    }
    return tensors;
}

TensorCopy CheckpointFolder::modelAt(std::int64_t step)
{
    return filled(
        step, {{"conv1.weight", {2, 1, 3, 3}}, {"conv1.bias", {2}}, {"fc.weight", {4, 3}}, {"fc.bias", {4}}});
}

TensorCopy CheckpointFolder::optimizerAt(std::int64_t step)
{
    return filled(step, {{"m.conv1.weight", {2, 1, 3, 3}}, {"step", {}}, {"empty", {0, 7}}});
}

SavedCheckpoint CheckpointFolder::save(CheckpointStore& store, std::int64_t step, Standing standing)
{
    return store.save(modelAt(step), optimizerAt(step), positionAt(step), standing);
}

void CheckpointFolder::expectWhole(const LoadedCheckpoint& checkpoint)
{
    const std::int64_t step = checkpoint.position.step;
    EXPECT_EQ(checkpoint.position, positionAt(step));
    const auto expectEqual = [](const std::vector<LoadedTensor>& loaded, const TensorCopy& expected) {
        ASSERT_EQ(loaded.size(), expected.tensors().size());
        for (std::size_t i = 0; i < loaded.size(); ++i) {
            const TensorInfo& tensor = expected.tensors()[i];
            const auto found = std::find_if(loaded.begin(), loaded.end(),
                                            [&](const LoadedTensor& t) { return t.name == tensor.name; });
            ASSERT_NE(found, loaded.end()) << tensor.name;
            EXPECT_EQ(found->shape, tensor.shape);
            const std::span<const float> values = expected.hostView(i);
            EXPECT_EQ(found->values, std::vector<float>(values.begin(), values.end()));
        }
    };
    expectEqual(checkpoint.model, modelAt(step));
    expectEqual(checkpoint.optimizer, optimizerAt(step));
}

std::string readBytes(const std::filesystem::path& path)
{
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

void writeBytes(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace lockstep
