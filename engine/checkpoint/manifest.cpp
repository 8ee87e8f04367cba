// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/manifest.h"

#include "engine/core/error.h"
#include "engine/protocol/checked_line.h"
#include "engine/protocol/json_reader.h"
#include "engine/protocol/json_writer.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::size_t kMaxShares = 65536; // as many as ranks
constexpr TextRule kName{TextRule::Form::Line, 256};
constexpr TextRule kHash{TextRule::Form::Word, 64, 64};

[[noreturn]] void throwDamaged(const std::string& path, const Sentence& problem)
{
    throw EngineError(ExitCode::CheckpointError,
                      Error{LOCKSTEP_TEXT("%1 is damaged: %2"), {path, problem}, {}});
}

/// Members that older checkpoints lack.
template <typename Visitor>
void describeLater(Visitor& visitor, Describes<TrainingPosition> auto& position)
{
    const auto has = [&](std::string_view key) {
        if constexpr (std::same_as<Visitor, JsonReader>)
            return visitor.has(key);
        return true;
    };
    visitor.optionalInteger("epochs_since_best", position.epochsSinceBest, 0,
                            std::numeric_limits<int>::max());
    if (has("top1"))
        visitor.number("top1", position.top1, {-1, 1});
    if (has("loss"))
        visitor.choice("loss", position.loss, {LossKind::CrossEntropy, LossKind::SquaredError});
    if (has("label_smoothing"))
        visitor.number("label_smoothing", position.labelSmoothing, {0, 1, NumberRange::Ends::LowerOnly});
    // Only of trainings that find them.
    if (visitor.reads() ? has("shares") : !position.shares.empty())
        visitor.integers("shares", position.shares, 1, std::numeric_limits<int>::max(), kMaxShares);
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<ManifestFile> auto& file)
{
    visitor.text("name", file.name, kName);
    visitor.integer("bytes", file.bytes, 0, std::numeric_limits<std::int64_t>::max());
    visitor.text("sha256", file.sha256, kHash);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Manifest> auto& manifest)
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    auto& position = manifest.position;
    int version = kManifestVersion;
    bool best = manifest.standing == Standing::Best;
    visitor.integer("version", version, 1, kManifestVersion);
    visitor.text("run", position.run, kName);
    visitor.text("model", position.model, kName);
    visitor.integer("step", position.step, 0, kMost);
    visitor.integer("epoch", position.epoch, 0, std::numeric_limits<int>::max());
    visitor.integer("batch_in_epoch", position.batchInEpoch, 0, kMost);
    visitor.real("epoch_loss_sum", position.epochLossSum);
    visitor.integer("optimizer_steps", position.optimizerSteps, 0, kMost);
    visitor.integer("world_size", position.worldSize, 1, 65536);
    visitor.integer("global_batch", position.globalBatch, 0, kMost);
    visitor.integer("seed", position.seed, 0, std::numeric_limits<std::uint64_t>::max());
    visitor.number("best_top1", position.bestTop1, {-1, 1});
    visitor.boolean("best", best);
    describeLater(visitor, position);
    visitor.list("files", manifest.files, 16);
    if constexpr (std::same_as<Visitor, JsonReader>)
        manifest.standing = best ? Standing::Best : Standing::Latest;
}

namespace {

/// Before all else, for a newer version may hold anything.
void refuseNewer(std::string_view json, const std::string& path)
{
    const Result<JsonValue> document = parseJson(json, {kMaxManifestBytes});
    if (!document.ok())
        throwDamaged(path, document.error());
    int version = 0;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::Refuse, error);
    reader.integer("version", version, 1, std::numeric_limits<int>::max());
    if (error)
        throwDamaged(path, *error);
    if (version > kManifestVersion)
        throw EngineError(
            ExitCode::CheckpointError,
            Error{LOCKSTEP_TEXT("%1 was written in version %2 of the format, but this Lockstep reads "
                                "versions up to %3: please use a newer Lockstep."),
                  {path, std::to_string(version), std::to_string(kManifestVersion)},
                  {}});
}

} // namespace

std::string toJson(const Manifest& manifest)
{
    std::string line = writeOneLine(manifest);
    line.pop_back(); // the checksum goes before the brace
    appendChecksum(line, 0);
    return line + '\n';
}

Manifest parseManifest(const std::string& text, const std::string& path)
{
    if (!text.ends_with('\n'))
        throwDamaged(path, LOCKSTEP_TEXT("The last line is not whole."));
    const std::string_view line = std::string_view(text).substr(0, text.size() - 1);
    std::string_view content;
    if (const char* problem = checkLine(line, content))
        throwDamaged(path, problem);
    refuseNewer(line, path);
    Result<Manifest> manifest = readMessage<Manifest>(line, kMaxManifestBytes);
    if (!manifest.ok())
        throwDamaged(path, manifest.error());
    const auto& files = manifest->files;
    if (files.size() != 2 || files[0].name != kModelFile || files[1].name != kOptimizerFile)
        throwDamaged(path, LOCKSTEP_TEXT("The list of files is not that of a checkpoint."));
    return std::move(manifest).value();
}

} // namespace lockstep
