// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/clips.h"
#include "engine/data/data_error.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

/// Folders that are looked for at once; the others when their turn comes.
constexpr std::size_t kLookedFor = 100;

/// A list made elsewhere names folders that this host does not have: said before the training begins.
void requireSomeFolder(const std::string& listPath, const ClipList& list)
{
    const auto isThere = [&](const Clip& clip) {
        const fs::path folder = withComponent(clip.folder, "x");
        std::error_code ignored;
        return fs::is_directory(folder, ignored) || fs::is_directory(folder.parent_path(), ignored);
    };
    const std::size_t most = std::min(kLookedFor, list.clips.size());
    const auto end = list.clips.begin() + static_cast<std::ptrdiff_t>(most);
    if (std::none_of(list.clips.begin(), end, isThere))
        throwDataError(
            LOCKSTEP_TEXT("None of the first %1 folders of frames that %2 names is on this host, such as "
                          "%3. Correct the folders in the list; relative ones start at the list's own."),
            {std::to_string(most), listPath, list.clips.front().folder});
}

/// From label_map.txt beside the list, where there is one.
void nameClasses(const fs::path& folder, ClipList& list, std::vector<Sentence>& notes)
{
    const std::string path = (folder / "label_map.txt").string();
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored))
        return;
    std::vector<std::string> names = readLabelMap(path);
    if (names.size() < static_cast<std::size_t>(list.classes)) {
        notes.push_back(
            {LOCKSTEP_TEXT(
                 "%1 names %2 classes, but the labels go up to %3; the classes keep their numbers."),
             {path, std::to_string(names.size()), std::to_string(list.classes - 1)}});
        return;
    }
    names.resize(static_cast<std::size_t>(list.classes));
    list.classNames = std::move(names);
}

/// Which clips the test list names.
std::vector<bool> heldOut(const DataSpec& spec, const ClipList& list, std::vector<Sentence>& notes)
{
    std::vector<bool> held(list.clips.size(), false);
    if (spec.testList.empty())
        return held;
    std::unordered_map<std::string, std::vector<std::size_t>> clips;
    for (std::size_t i = 0; i < list.clips.size(); ++i)
        clips[clipKey(list.clips[i].name)].push_back(i);
    std::size_t unknown = 0;
    std::string example;
    const std::vector<std::string> keys = readTestList(spec.testList);
    for (const std::string& key : keys) {
        const auto found = clips.find(key);
        if (found == clips.end()) {
            example = unknown++ == 0 ? key : example;
            continue;
        }
        for (const std::size_t index : found->second)
            held[index] = true;
    }
    if (unknown == keys.size())
        throwDataError(
            LOCKSTEP_TEXT("None of the %1 names in the test list %2, such as %3, is that of a clip in %4, "
                          "such as %5."),
            {std::to_string(keys.size()), spec.testList, example, spec.path, list.clips.front().name});
    if (unknown > 0)
        notes.push_back(
            {LOCKSTEP_TEXT("%1 of the %2 names in the test list %3 are not in %4, such as %5."),
             {std::to_string(unknown), std::to_string(keys.size()), spec.testList, spec.path, example}});
    return held;
}

} // namespace

DataSplits openClips(const DataSpec& spec, std::uint64_t seed)
{
    ClipList list = readClipList(spec.path);
    const fs::path base = fs::path(spec.path).parent_path();
    for (Clip& clip : list.clips)
        clip.folder = (base / clip.folder).string(); // an absolute one stays
    const Normalisation normalisation = normalisationOf(spec, list.flow ? 2 : 3);
    requireSomeFolder(spec.path, list);
    std::vector<Sentence> notes;
    nameClasses(base, list, notes);
    const std::vector<bool> held = heldOut(spec, list, notes);
    ClipList training{{}, list.flow, list.classes, list.classNames};
    ClipList validation = training;
    for (std::size_t i = 0; i < list.clips.size(); ++i)
        (held[i] ? validation : training).clips.push_back(std::move(list.clips[i]));
    DataSplits data;
    if (!training.clips.empty()) {
        auto clips = std::make_unique<Clips>(std::move(training), spec, normalisation, seed);
        for (Sentence& oddity : notes)
            clips->note(std::move(oddity));
        data.training = std::move(clips);
    }
    if (!validation.clips.empty())
        data.validation = std::make_unique<Clips>(std::move(validation), spec, normalisation, seed);
    return data;
}

} // namespace lockstep
