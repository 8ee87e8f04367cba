// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lockstep {

/// One sample of the data, and into how many classes the samples fall.
struct DataShape {
    int channels = 1;
    int side = 28; ///< pixels; samples are square
    int classes = 10;
    int frames = 0; ///< of a clip; 0: a picture
    bool operator==(const DataShape&) const = default;
};

/// What the document alone says about its data. A folder of images does not tell its classes before it is
/// read; it is taken to have as many as ImageNet, 1000; nor does a list of clips tell its classes, taken as
/// those of Kinetics, 400, or whether it is of flow: it is taken to be of colours.
DataShape dataShape(const DataSpec& data);
/// The samples of one epoch; nothing when only the files know.
std::optional<std::int64_t> trainingSamples(const DataSpec& data);
/// The same; when only the files know, those of the set that is usually meant: MNIST, ImageNet, the first
/// split of UCF101.
std::int64_t usualSamples(const DataSpec& data);
/// The samples that a model of modelNames() was made for; nothing for another name.
std::optional<DataShape> shapeMadeFor(const std::string& model);

} // namespace lockstep
