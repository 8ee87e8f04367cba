// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"

namespace lockstep {

/// CIFAR-10's "binary version" (https://www.cs.toronto.edu/~kriz/cifar.html): data_batch_1.bin ...
/// data_batch_5.bin and test_batch.bin, in the folder or in cifar-10-batches-bin within it. A file is a row
/// of records of 3073 bytes: the label, 0 ... 9, then 32 x 32 red, green and blue values. Any number of
/// records a file and fewer than five batches will do (a smaller set for a trial), but no gap in their
/// numbers; a split without file is left out. All in memory, at most 1 GiB. Training with spec.augmentation:
/// a crop of the picture framed by 4 black pixels, and a flip. Throws EngineError(DataError) naming the file
/// and the record.
DataSplits openCifar10(const DataSpec& spec, std::uint64_t seed);

} // namespace lockstep
