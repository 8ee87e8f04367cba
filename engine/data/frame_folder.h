// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The pictures that are the frames of one video.
struct FrameFolder {
    std::string folder;
    std::vector<std::string> names; ///< in their order, at least one

    std::string path(std::size_t frame) const { return folder + "/" + names[frame]; }
};

/// The files of `path` that end in .jpg, .jpeg or .png, in the order of comesBefore(). Where no such folder
/// is, the last part of `path` is what the names of the files begin with. Throws DamagedSample naming `clip`
/// and the folder where that cannot be read, has no picture or more than 10^7.
FrameFolder listFrames(const std::string& path, const std::string& clip);

/// By the characters, but numbers count as numbers: "frame2" before "frame10".
bool comesBefore(std::string_view a, std::string_view b);

} // namespace lockstep
