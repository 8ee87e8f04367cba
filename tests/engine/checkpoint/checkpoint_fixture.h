// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep {

/// A run folder of its own, and tensors whose values tell the step they belong to.
class CheckpointFolder : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    static TrainingPosition positionAt(std::int64_t step);
    /// "conv1.weight", "fc.bias", ...; every value depends on `step`.
    static TensorCopy modelAt(std::int64_t step);
    static TensorCopy optimizerAt(std::int64_t step);
    SavedCheckpoint save(CheckpointStore& store, std::int64_t step, Standing standing = Standing::Latest);
    /// That everything in it was saved at the step of its position.
    void expectWhole(const LoadedCheckpoint& checkpoint);

    std::filesystem::path m_run;

private:
    static TensorCopy filled(std::int64_t step, const std::vector<std::pair<std::string, Shape>>& shapes);
};

std::string readBytes(const std::filesystem::path& path);
void writeBytes(const std::filesystem::path& path, const std::string& bytes);

} // namespace lockstep
