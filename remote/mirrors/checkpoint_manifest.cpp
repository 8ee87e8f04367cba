// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/checkpoint_manifest.h"

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/checked_line.h"
#include "engine/protocol/json_reader.h"
#include "remote/sha256_text.h"

#include <algorithm>
#include <limits>

namespace lockstep {

// In the namespace of its struct, where JsonReader looks for it.
static void describe(JsonReader& reader, CheckpointFile& file)
{
    reader.text("name", file.name, {TextRule::Form::Word, 128, 1});
    reader.integer("bytes", file.bytes, 0, std::uint64_t{1} << 53);
    reader.text("sha256", file.sha256, {TextRule::Form::Word, 64, 64});
}

static void describe(JsonReader& reader, CheckpointPlace& place)
{
    constexpr auto kMost = std::int64_t{1} << 53;
    double top1 = -1;
    reader.integer("step", place.step, 0, kMost);
    reader.integer("epoch", place.epoch, 0, std::numeric_limits<int>::max());
    reader.integer("batch_in_epoch", place.batchInEpoch, 0, kMost);
    reader.boolean("best", place.best);
    if (reader.has("top1")) // older ones lack it
        reader.number("top1", top1, {-1, 1});
    if (top1 >= 0)
        place.top1 = top1;
}

namespace {

struct FileList {
    std::vector<CheckpointFile> files;
};

constexpr std::size_t kMaxFiles = 16;

void describe(JsonReader& reader, FileList& list)
{
    reader.list("files", list.files, kMaxFiles);
}

/// Names become paths here, so nothing but a plain name will do.
bool isCheckpointFile(const CheckpointFile& file)
{
    return isRunFile(file.name) && file.name.find('/') == std::string::npos && !file.name.starts_with('.') &&
           isSha256(file.sha256);
}

Error damaged(const std::string& path, const Sentence& problem)
{
    return {LOCKSTEP_TEXT("%1 is damaged: %2"), {path, problem}, ""};
}

template <typename Message>
Result<Message> readManifest(std::string_view manifest, const std::string& path)
{
    if (!manifest.ends_with('\n'))
        return damaged(path, LOCKSTEP_TEXT("The last line is not whole."));
    const std::string_view line = manifest.substr(0, manifest.size() - 1);
    std::string_view content;
    if (const char* problem = checkLine(line, content))
        return damaged(path, problem);
    auto message = readMessage<Message>(line, kMaxManifestBytes);
    if (!message)
        return damaged(path, message.error());
    return message;
}

} // namespace

Result<CheckpointPlace> readCheckpointPlace(std::string_view manifest, const std::string& path)
{
    return readManifest<CheckpointPlace>(manifest, path);
}

Result<std::vector<CheckpointFile>> readCheckpointFiles(std::string_view manifest, const std::string& path)
{
    auto list = readManifest<FileList>(manifest, path);
    if (!list)
        return list.error();
    if (list->files.empty() || !std::ranges::all_of(list->files, isCheckpointFile))
        return damaged(path, LOCKSTEP_TEXT("The list of files is not that of a checkpoint."));
    return std::move(list->files);
}

} // namespace lockstep
