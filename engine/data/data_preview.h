// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/protocol/data_preview.h"

#include <cstddef>
#include <vector>

namespace lockstep {

/// Opens the data and counts every sample of every part; only those that are shown are decoded, and one that
/// is damaged says why. Picture files are shown whole, other samples as they are trained on, of several
/// frames the middle one. Throws EngineError as openData does, and for a class that is not there.
DataPreview previewData(const PreviewRequest& request);

/// Which samples a preview shows: passing over the first `skip` of each class, the next one of each, then the
/// one after it, until there are `pictures`; where there are more classes than pictures, classes that lie
/// evenly over all of them. Indices in that order.
std::vector<std::size_t> chooseSamples(const Dataset& set, const std::vector<int>& counts,
                                       const PreviewRequest& request);

} // namespace lockstep
