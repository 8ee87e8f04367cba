// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/clip_list.h"

#include "engine/data/byte_source.h"
#include "engine/data/data_error.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>

namespace lockstep {
namespace {

constexpr std::size_t kMaxLine = 16384;
constexpr std::uint64_t kMaxListBytes = std::uint64_t{256} << 20;
constexpr std::size_t kMaxClips = 10'000'000;
constexpr int kMaxFrames = 10'000'000;
constexpr std::int32_t kMaxLabel = 99'999;
/// Of a damaged line, as much as a person wants to see.
constexpr std::size_t kShown = 120;
constexpr std::string_view kPlaceholder = "{:s}";
constexpr std::string_view kBlanks = " \t";

/// Calls `use` with every line that is not blank, without the blanks around it, and its number from 1 on.
void forEachLine(const std::string& path, const std::function<void(std::string_view, std::size_t)>& use)
{
    ByteSource source(path);
    std::array<std::uint8_t, 65536> bytes{};
    std::string line;
    std::size_t number = 1;
    const auto finishLine = [&] {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        const std::size_t first = line.find_first_not_of(kBlanks);
        if (first != line.npos)
            use(std::string_view(line).substr(first, line.find_last_not_of(kBlanks) + 1 - first), number);
        line.clear();
        ++number;
    };
    while (const std::size_t got = source.read(bytes)) {
        if (source.delivered() > kMaxListBytes)
            throwDataError(LOCKSTEP_TEXT("The list %1 has more than %2 bytes."),
                           {path, std::to_string(kMaxListBytes)});
        for (std::size_t i = 0; i < got; ++i) {
            if (bytes[i] == '\n') {
                finishLine();
                continue;
            }
            line += static_cast<char>(bytes[i]);
            if (line.size() > kMaxLine)
                throwDataError(LOCKSTEP_TEXT("%1, line %2: it is longer than %3 bytes; is this a list?"),
                               {path, std::to_string(number), std::to_string(kMaxLine)});
        }
    }
    finishLine();
}

/// The last word of `text`, which loses it and the blanks before it.
std::string_view takeLastWord(std::string_view& text)
{
    const std::size_t blank = text.find_last_of(kBlanks);
    const std::string_view word = text.substr(blank == text.npos ? 0 : blank + 1);
    text = text.substr(0, text.size() - word.size());
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    return word;
}

/// A whole number in its range, digits only.
std::optional<int> number(std::string_view text, int least, int most)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return std::nullopt;
    return value;
}

std::string shown(std::string_view text)
{
    return quotedText(text.substr(0, kShown));
}

void requireText(std::string_view line, const std::string& path, std::size_t lineNumber)
{
    const auto isControl = [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    };
    if (std::any_of(line.begin(), line.end(), isControl))
        throwDataError(LOCKSTEP_TEXT("%1, line %2: found control characters in %3, expected text."),
                       {path, std::to_string(lineNumber), shown(line)});
}

void requireRoom(std::size_t have, const std::string& path)
{
    if (have == kMaxClips)
        throwDataError(LOCKSTEP_TEXT("The list %1 has more than %2 clips."),
                       {path, std::to_string(kMaxClips)});
}

Clip readClip(std::string_view line, const std::string& path, std::size_t lineNumber)
{
    const auto refuse = [&](const char* text, std::string_view found, std::vector<Sentence> more = {}) {
        std::vector<Sentence> arguments = {path, std::to_string(lineNumber), shown(found)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        throwDataError(text, std::move(arguments));
    };
    requireText(line, path, lineNumber);
    std::string_view rest = line;
    const std::string_view label = takeLastWord(rest);
    const std::string_view frames = takeLastWord(rest);
    const std::size_t blank = rest.find_first_of(kBlanks);
    if (blank == rest.npos)
        refuse(LOCKSTEP_TEXT("%1, line %2: found %3, expected four words: name, folder, frames and label."),
               line);
    Clip clip;
    clip.name = rest.substr(0, blank);
    clip.folder = rest.substr(rest.find_first_not_of(kBlanks, blank));
    if (const auto value = number(frames, 1, kMaxFrames))
        clip.frames = *value;
    else
        refuse(LOCKSTEP_TEXT("%1, line %2: found %3 frames, expected a whole number from 1 to %4."), frames,
               {std::to_string(kMaxFrames)});
    if (const auto value = number(label, 0, kMaxLabel))
        clip.label = *value;
    else
        refuse(LOCKSTEP_TEXT("%1, line %2: found the label %3, expected a whole number from 0 to %4."), label,
               {std::to_string(kMaxLabel)});
    return clip;
}

} // namespace

ClipList readClipList(const std::string& path)
{
    ClipList list;
    forEachLine(path, [&](std::string_view line, std::size_t lineNumber) {
        Clip clip = readClip(line, path, lineNumber);
        const bool flow = clip.folder.find(kPlaceholder) != clip.folder.npos;
        if (list.clips.empty())
            list.flow = flow;
        if (flow != list.flow)
            throwDataError(
                flow ? LOCKSTEP_TEXT("%1, line %2: found {:s} (optical flow) in the folder %3, but the "
                                     "lines before it have none; a list is of one kind.")
                     : LOCKSTEP_TEXT("%1, line %2: found no {:s} (optical flow) in the folder %3, but the "
                                     "lines before it have it; a list is of one kind."),
                {path, std::to_string(lineNumber), shown(clip.folder)});
        requireRoom(list.clips.size(), path);
        list.classes = std::max(list.classes, clip.label + 1);
        list.clips.push_back(std::move(clip));
    });
    if (list.clips.empty())
        throwDataError(
            LOCKSTEP_TEXT("The list %1 names no clip; expected lines with name, folder, frames and label."),
            {path});
    return list;
}

std::vector<std::string> readTestList(const std::string& path)
{
    std::vector<std::string> keys;
    forEachLine(path, [&](std::string_view line, std::size_t lineNumber) {
        requireText(line, path, lineNumber);
        requireRoom(keys.size(), path);
        keys.push_back(clipKey(line.substr(0, line.find_first_of(kBlanks))));
    });
    if (keys.empty())
        throwDataError(LOCKSTEP_TEXT("The test list %1 names no clip; expected one name a line."), {path});
    return keys;
}

std::vector<std::string> readLabelMap(const std::string& path)
{
    std::vector<std::string> names;
    forEachLine(path, [&](std::string_view line, std::size_t lineNumber) {
        requireText(line, path, lineNumber);
        if (names.size() > static_cast<std::size_t>(kMaxLabel))
            throwDataError(LOCKSTEP_TEXT("%1 names more than %2 classes."),
                           {path, std::to_string(kMaxLabel + 1)});
        names.emplace_back(line);
    });
    return names;
}

std::string clipKey(std::string_view name)
{
    constexpr std::array<std::string_view, 9> kEndings = {".avi",  ".mp4", ".mkv", ".webm", ".mov",
                                                          ".mpeg", ".mpg", ".m4v", ".wmv"};
    std::string key(name.substr(name.rfind('/') + 1)); // npos + 1 is 0
    for (char& c : key)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const std::string_view ending : kEndings)
        if (key.size() > ending.size() && key.ends_with(ending)) {
            key.resize(key.size() - ending.size());
            break;
        }
    return key;
}

std::string withComponent(const std::string& folder, std::string_view component)
{
    std::string path = folder;
    for (std::size_t at = 0; (at = path.find(kPlaceholder, at)) != path.npos; at += component.size())
        path.replace(at, kPlaceholder.size(), component);
    return path;
}

} // namespace lockstep
