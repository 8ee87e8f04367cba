// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/normalisation.h"

#include <string>

namespace lockstep {

/// PaddlePaddle's mnist.json.gz: [training, validation, evaluation], each [images, labels]; an image is a
/// list of 784 numbers (nested lists count too), a label a number or a list of one. Pixels are 0..255, 0..1
/// or -1..1, found out from the smallest and the largest of the file. Plain or gzip. Reads as a stream; at
/// most 1 GiB of pixels. Throws EngineError(DataError) naming the file, the part and what was expected.
DataSplits readPaddleJson(const std::string& path, const Normalisation& normalisation = {});

} // namespace lockstep
