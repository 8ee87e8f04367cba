// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/frame_folder.h"

#include "engine/data/dataset.h"
#include "engine/data/pictures/picture_file.h"

#include <algorithm>
#include <filesystem>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFrames = 10'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The digits at `at` without zeros in front; `at` moves behind them.
std::string_view takeNumber(std::string_view text, std::size_t& at)
{
    while (at < text.size() && text[at] == '0')
        ++at;
    const std::size_t first = at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.substr(first, at - first);
}

[[noreturn]] void throwBadFolder(const char* text, const std::string& clip, const std::string& folder,
                                 const std::string& more = {})
{
    throw DamagedSample(Error{text, {clip, folder, more}, {}});
}

} // namespace

bool comesBefore(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const std::string_view left = takeNumber(a, i);
            const std::string_view right = takeNumber(b, j);
            if (left.size() != right.size())
                return left.size() < right.size();
            if (left != right)
                return left < right;
            continue;
        }
        if (a[i] != b[j])
            return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
        ++i;
        ++j;
    }
    const bool aIsLonger = i < a.size();
    const bool bIsLonger = j < b.size();
    return aIsLonger == bIsLonger ? a < b : bIsLonger; // "01" and "1" differ in zeros only
}

FrameFolder listFrames(const std::string& path, const std::string& clip)
{
    std::error_code failed;
    FrameFolder frames{path, {}};
    std::string beginning;
    if (!fs::is_directory(path, failed)) {
        beginning = fs::path(path).filename().string();
        frames.folder = fs::path(path).parent_path().string();
        if (beginning.empty() || !fs::is_directory(frames.folder, failed))
            throwBadFolder(LOCKSTEP_TEXT("The clip %1 has no folder of frames: %2 is not there."), clip,
                           path);
    }
    failed.clear();
    for (fs::directory_iterator at(frames.folder, failed), end; !failed && at != end; at.increment(failed)) {
        std::string name = at->path().filename().string();
        if (!namesPicture(name) || !name.starts_with(beginning))
            continue;
        if (frames.names.size() == kMaxFrames)
            throwBadFolder(LOCKSTEP_TEXT("The folder %2 of the clip %1 holds more than %3 frames."), clip,
                           path, std::to_string(kMaxFrames));
        frames.names.push_back(std::move(name));
    }
    if (failed)
        throwBadFolder(LOCKSTEP_TEXT("The folder %2 of the clip %1 cannot be read: %3."), clip, frames.folder,
                       failed.message());
    if (frames.names.empty() && !beginning.empty())
        throwBadFolder(LOCKSTEP_TEXT("The clip %1 has no folder of frames: %2 is not there."), clip, path);
    if (frames.names.empty())
        throwBadFolder(LOCKSTEP_TEXT("The folder %2 of the clip %1 holds no picture (.jpg, .jpeg or .png)."),
                       clip, path);
    std::sort(frames.names.begin(), frames.names.end(), comesBefore);
    return frames;
}

} // namespace lockstep
