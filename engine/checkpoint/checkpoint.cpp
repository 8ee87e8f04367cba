// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint.h"

#include "engine/checkpoint/checkpoint_publication.h"
#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/checkpoint/durable_file.h"
#include "engine/checkpoint/manifest.h"
#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/tensor_stream.h"
#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "engine/protocol/run_files.h"

#include <algorithm>
#include <filesystem>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMaxManifestFile = 1 << 20;
constexpr std::int64_t kPieceBytes = 1 << 20;
constexpr const char* kSaving = ".saving";

std::int64_t bytesOf(const TensorStore& tensors)
{
    std::int64_t bytes = 0;
    for (const TensorInfo& tensor : tensors.tensors())
        bytes += static_cast<std::int64_t>(tensor.elements() * itemBytes(storedType(tensor)));
    return bytes;
}

/// Adds up what the files of a checkpoint report; their headers are too small to count.
class SavedBytes {
public:
    SavedBytes(const SavingProgress& progress, std::int64_t total) : m_progress(progress), m_total(total)
    {
        add(0);
    }
    void add(std::int64_t bytes)
    {
        m_done = std::min(m_done + bytes, m_total);
        if (m_progress)
            m_progress(m_done, m_total);
    }

private:
    const SavingProgress& m_progress;
    const std::int64_t m_total;
    std::int64_t m_done = 0;
};

ManifestFile writeTensors(const fs::path& folder, const char* name, const TensorStore& tensors,
                          const std::string& run, SavedBytes& saved)
{
    DurableFile file((folder / name).string(), [&saved](std::int64_t bytes) { saved.add(bytes); });
    writeSafetensors(tensors, {{"format", "pt"}, {"run", run}},
                     [&](std::span<const std::byte> bytes) { file.write(bytes); });
    file.commit();
    return {name, file.size(), file.sha256()};
}

void requireHash(Sha256& hash, const ManifestFile& file, const std::string& path)
{
    if (hash.hexadecimal() != file.sha256)
        refuseFile(LOCKSTEP_TEXT("%1 is damaged: its SHA-256 is not the one in the manifest."), {path});
}

std::vector<LoadedTensor> loadShard(const fs::path& folder, const ManifestFile& file)
{
    const std::string path = (folder / file.name).string();
    const std::string bytes = readWholeFile(path, file.bytes, 0);
    Sha256 hash;
    hash.update(std::string_view(bytes));
    requireHash(hash, file, path);
    return parseSafetensors(bytes, path).tensors;
}

/// The shard, verified, at its beginning.
InputFile openShard(const fs::path& folder, const ManifestFile& file)
{
    InputFile shard((folder / file.name).string());
    shard.requireSize(file.bytes);
    Sha256 hash;
    std::string piece;
    for (std::int64_t done = 0; done < file.bytes; done += static_cast<std::int64_t>(piece.size())) {
        piece.resize(static_cast<std::size_t>(std::min(kPieceBytes, file.bytes - done)));
        shard.read(piece);
        hash.update(std::string_view(piece));
    }
    requireHash(hash, file, shard.path());
    shard.rewind();
    return shard;
}

Manifest manifestOf(const fs::path& folder)
{
    const std::string path = (folder / kManifestFile).string();
    return parseManifest(readWholeFile(path, -1, kMaxManifestFile), path);
}

/// REQUIRES: one of CheckpointStore::list().
std::int64_t stepOf(const std::string& folder)
{
    return stepOfCheckpoint(fs::path(folder).filename().string()).value();
}

std::int64_t totalBytes(const Manifest& manifest)
{
    std::int64_t bytes = static_cast<std::int64_t>(toJson(manifest).size());
    for (const ManifestFile& file : manifest.files)
        bytes += file.bytes;
    return bytes;
}

CheckpointSummary summaryOf(const std::string& folder, Manifest manifest)
{
    const std::int64_t bytes = totalBytes(manifest);
    return {folder, manifest.standing, std::move(manifest.position), bytes};
}

} // namespace

CheckpointSummary readManifest(const std::string& folder)
{
    return summaryOf(folder, manifestOf(folder));
}

CheckpointSummary visitCheckpoint(const std::string& folder, const TensorVisitor& visit)
{
    Manifest manifest = manifestOf(folder);
    TensorStream model(openShard(folder, manifest.files[0]));
    TensorStream optimizer(openShard(folder, manifest.files[1]));
    for (auto tensor = model.next(); tensor; tensor = model.next())
        visit(CheckpointPart::Model, std::move(*tensor));
    for (auto tensor = optimizer.next(); tensor; tensor = optimizer.next())
        visit(CheckpointPart::Optimizer, std::move(*tensor));
    return summaryOf(folder, std::move(manifest));
}

LoadedCheckpoint loadCheckpoint(const std::string& folder)
{
    Manifest manifest = manifestOf(folder);
    LoadedCheckpoint checkpoint;
    checkpoint.path = folder;
    checkpoint.standing = manifest.standing;
    checkpoint.position = std::move(manifest.position);
    checkpoint.model = loadShard(folder, manifest.files[0]);
    checkpoint.optimizer = loadShard(folder, manifest.files[1]);
    return checkpoint;
}

CheckpointStore::CheckpointStore(const std::string& runFolder, int keep, int keepBest)
    : m_folder(runFolder + "/checkpoints"), m_keep(keep), m_keepBest(keepBest)
{
    LOCKSTEP_CHECK(keep >= 2 && keepBest >= 1);
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error)
        refuseFile(LOCKSTEP_TEXT("Cannot create the folder %1: %2."), {m_folder, error.message()});
    syncFolder(runFolder);
    removeUnfinished(m_folder);
}

SavedCheckpoint CheckpointStore::save(const TensorStore& model, const TensorStore& optimizer,
                                      const TrainingPosition& position, Standing standing,
                                      const SavingProgress& progress)
{
    SavedBytes progressed(progress, bytesOf(model) + bytesOf(optimizer));
    const fs::path folder = m_folder;
    const fs::path made = folder / kSaving;
    removeFolder(made);
    std::error_code error;
    if (!fs::create_directory(made, error))
        refuseFile(LOCKSTEP_TEXT("Cannot create the folder %1: %2."), {made.string(), error.message()});
    Manifest manifest{position, standing, {}};
    try {
        manifest.files.push_back(writeTensors(made, kModelFile, model, position.run, progressed));
        manifest.files.push_back(writeTensors(made, kOptimizerFile, optimizer, position.run, progressed));
        syncFolder(made.string());
        DurableFile file((made / kManifestFile).string());
        const std::string text = toJson(manifest);
        file.write(std::as_bytes(std::span(text)));
        file.commit();
        syncFolder(made.string());
        publishCheckpoint(made.string(), (folder / checkpointName(position.step)).string());
        syncFolder(folder.string());
    } catch (...) {
        fs::remove_all(made, error); // the disk may be full, so give its space back
        throw;
    }
    SavedCheckpoint saved{checkpointFolder(position.step), totalBytes(manifest), {}, {}};
    try {
        removeFolder(made);
        removeOld(saved.removed);
    } catch (const EngineError& failure) {
        saved.warning = failure.error();
    }
    return saved;
}

CheckpointStore::Newest CheckpointStore::newest() const
{
    Newest newest;
    const std::vector<std::string> folders = list();
    for (auto folder = folders.rbegin(); folder != folders.rend() && !newest.checkpoint; ++folder) {
        try {
            newest.checkpoint = loadCheckpoint(*folder);
        } catch (const EngineError& error) {
            newest.warnings.emplace_back(
                LOCKSTEP_TEXT("The checkpoint %1 was passed over. %2"),
                std::vector<Sentence>{fs::path(*folder).filename().string(), error.error()});
        }
    }
    return newest;
}

std::vector<std::string> CheckpointStore::list() const
{
    std::vector<std::pair<std::int64_t, std::string>> found;
    std::error_code error;
    for (fs::directory_iterator entry(m_folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const auto step = stepOfCheckpoint(entry->path().filename().string());
        if (step && fs::exists(entry->path() / kManifestFile, ignored))
            found.emplace_back(*step, entry->path().string());
    }
    if (error)
        refuseFile(LOCKSTEP_TEXT("Cannot list the folder %1: %2."), {m_folder, error.message()});
    std::sort(found.begin(), found.end());
    std::vector<std::string> folders;
    for (auto& [step, folder] : found)
        folders.push_back(std::move(folder));
    return folders;
}

LoadedCheckpoint CheckpointStore::load(const std::string& name) const
{
    const std::string folder = m_folder + "/" + name;
    if (!fs::exists(fs::path(folder) / kManifestFile))
        refuseFile(LOCKSTEP_TEXT("There is no checkpoint %1 any more to go on from."), {name});
    return loadCheckpoint(folder);
}

std::optional<std::string> CheckpointStore::best(std::int64_t upTo) const
{
    const std::vector<std::string> found = bestOnes(1, upTo);
    return found.empty() ? std::nullopt : std::optional(found.front());
}

/// The newest first.
std::vector<std::string> CheckpointStore::bestOnes(std::size_t most, std::int64_t upTo) const
{
    std::vector<std::string> found;
    const std::vector<std::string> folders = list();
    for (auto folder = folders.rbegin(); folder != folders.rend() && found.size() < most; ++folder) {
        if (stepOf(*folder) > upTo)
            continue;
        try {
            if (readManifest(*folder).standing == Standing::Best)
                found.push_back(*folder);
        } catch (const EngineError&) {
            continue; // a damaged manifest cannot say that it is the best; newest() reports it
        }
    }
    return found;
}

std::vector<CheckpointRemoved> CheckpointStore::removeAfter(std::int64_t step) const
{
    std::vector<CheckpointRemoved> removed;
    const std::vector<std::string> folders = list();
    for (auto folder = folders.rbegin(); folder != folders.rend() && stepOf(*folder) > step; ++folder)
        remove(stepOf(*folder), removed);
    return removed;
}

void CheckpointStore::removeOld(std::vector<CheckpointRemoved>& removed) const
{
    const std::vector<std::string> folders = list();
    const std::vector<std::string> bestFolders = bestOnes(static_cast<std::size_t>(m_keepBest), kAnyStep);
    const std::size_t kept = static_cast<std::size_t>(m_keep);
    for (std::size_t i = 0; i + kept < folders.size(); ++i) {
        if (std::find(bestFolders.begin(), bestFolders.end(), folders[i]) == bestFolders.end())
            remove(stepOf(folders[i]), removed);
    }
}

void CheckpointStore::remove(std::int64_t step, std::vector<CheckpointRemoved>& removed) const
{
    removeCheckpoint(m_folder, step);
    removed.push_back({step, checkpointFolder(step)});
}

} // namespace lockstep
