// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One line of a list of clips.
struct Clip {
    std::string name;
    std::string folder; ///< with {:s} for x and y where the list is of flow; relative ones as in the list
    int frames = 0;     ///< that the list claims, 1 ... 10^7
    std::int32_t label = 0;
};

struct ClipList {
    std::vector<Clip> clips;
    bool flow = false;                   ///< every folder has {:s}
    int classes = 0;                     ///< 1 + the largest label
    std::vector<std::string> classNames; ///< as many, or none
};

/// Reads lines "name folder frames label", parted by blanks or tabs; empty ones do not count. The grammar and
/// its bounds are those of FORMAT.md. Throws EngineError(DataError) naming the file, the line, what was found
/// and what was expected; so it does when no clip is left.
ClipList readClipList(const std::string& path);

/// The keys (clipKey) of the names that are the first words of the lines of a file. Throws as above.
std::vector<std::string> readTestList(const std::string& path);

/// The lines of a file, which name the classes in their order. Throws as above.
std::vector<std::string> readLabelMap(const std::string& path);

/// What names of a clip have in common: without what stands before the last slash, and without the ending of
/// a video file, in small letters ("HandstandPushups/v_HandStandPushups_g01_c01.avi" ->
/// "v_handstandpushups_g01_c01"): the test lists of UCF-101 write some names with other capitals than its
/// videos have.
std::string clipKey(std::string_view name);

/// The folder with this in place of its {:s}.
std::string withComponent(const std::string& folder, std::string_view component);

} // namespace lockstep
