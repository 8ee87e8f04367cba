// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// The idx format of yann.lecun.com/exdb/mnist: big-endian magic number (two zero bytes, element type, number
/// of dimensions), one 32-bit size per dimension, then the elements. Plain or gzip. Throws
/// EngineError(DataError) naming the file; no more memory is filled than the file has content for, and never
/// more than 1 GiB.
struct IdxImages {
    int rows = 0;    ///< 1 ... 4096
    int columns = 0; ///< 1 ... 4096
    std::vector<std::uint8_t> pixels;
};
IdxImages readIdxImages(const std::string& path);
std::vector<std::int32_t> readIdxLabels(const std::string& path);

} // namespace lockstep
