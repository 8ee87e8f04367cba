// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/loaded_tensor.h"
#include "engine/checkpoint/torch/torch_file.h"
#include "engine/core/error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep {

/// A folder that goes when it does.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    std::string operator/(const std::string& name) const { return (m_path / name).string(); }
    std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

std::string readBytes(const std::string& path);
void writeBytes(const std::string& path, const std::string& bytes);

/// Runs tests/support/torch_file_peer.py with Debian's Python and PyTorch; fails the test when it fails.
std::string torchPeer(const std::string& arguments);

/// The error of parseTorchFile, which must be a CheckpointError; "accepted" when there is none.
std::string torchErrorOf(const std::string& bytes);

/// A whole file of PyTorch's zip layout around a pickle, one storage per entry of `storages` ("data/0", ...).
std::string torchZip(const std::string& pickle, const std::vector<std::string>& storages = {});

/// The parts of PyTorch's old layout, which a test may spoil before it joins them.
struct LegacyParts {
    std::string magic; ///< a pickle, as the next four
    std::string version;
    std::string system;
    std::string content;
    std::string keys;
    std::string storages; ///< each: number of elements, then the bytes
    std::string join() const { return magic + version + system + content + keys + storages; }
};
/// A good one around a pickle with one storage "0" of f32 values.
LegacyParts legacyParts(const std::string& content, const std::string& storage);

/// Pieces of pickles, protocol 2.
namespace pickle {
std::string text(const std::string& content);
std::string integer(std::int64_t value);
std::string global(const std::string& module, const std::string& name);
std::string tuple(const std::vector<std::string>& items);
/// A tensor of torch.FloatStorage "0".
std::string tensor(std::int64_t storageElements, std::int64_t offset, const std::vector<std::int64_t>& sizes,
                   const std::vector<std::int64_t>& strides,
                   const std::string& storageClass = "FloatStorage");
/// A whole pickle: a dict of `entries`, which alternate key and value.
std::string dict(const std::vector<std::string>& entries);
} // namespace pickle

} // namespace lockstep
