// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_intake.h"

#include "engine/checkpoint/checkpoint_publication.h"
#include "engine/checkpoint/checkpoint_removal.h"
#include "engine/checkpoint/refuse.h"
#include "engine/protocol/run_files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>

namespace lockstep {
namespace {

constexpr const char* kTakingIn = "/.copying";

void makeFolder(const std::string& path)
{
    if (::mkdir(path.c_str(), 0755) != 0)
        refuseFile(LOCKSTEP_TEXT("Cannot create the folder %1: %2."), {path, std::strerror(errno)});
}

} // namespace

CheckpointIntake::CheckpointIntake(std::string folder, const std::string& run, std::int64_t step,
                                   std::string manifest)
    : m_folder(std::move(folder)), m_made(m_folder + kTakingIn), m_text(std::move(manifest)),
      m_manifest(parseManifest(m_text, checkpointName(step) + "/" + kManifestFile))
{
    const TrainingPosition& position = m_manifest.position;
    if (position.step != step || position.run != run)
        refuseFile(LOCKSTEP_TEXT("The manifest of %1 is that of another checkpoint: step %2 of the run %3."),
                   {checkpointName(step), std::to_string(position.step), position.run});
    for (const ManifestFile& file : m_manifest.files)
        m_total += static_cast<std::uint64_t>(file.bytes);
    requireRoom();
    removeFolder(m_made);
    makeFolder(m_made);
    advance();
}

CheckpointIntake::~CheckpointIntake()
{
    m_file.reset();
    std::error_code ignored;
    if (!m_published)
        std::filesystem::remove_all(m_made, ignored);
}

/// A disk that fills up would take the journals of a training along.
void CheckpointIntake::requireRoom() const
{
    std::error_code error;
    const auto space = std::filesystem::space(m_folder, error);
    if (!error && space.available < m_total)
        refuseFile(LOCKSTEP_TEXT("%1 needs %2 bytes in %3, but the disk has only %4 left."),
                   {checkpointName(m_manifest.position.step), std::to_string(m_total), m_folder,
                    std::to_string(space.available)});
}

std::optional<CheckpointIntake::Wanted> CheckpointIntake::wanted() const
{
    if (m_present == m_manifest.files.size())
        return std::nullopt;
    const ManifestFile& file = m_manifest.files[m_present];
    return Wanted{file.name, m_file->size(), file.bytes - m_file->size()};
}

void CheckpointIntake::take(std::span<const std::byte> bytes)
{
    const auto next = wanted();
    LOCKSTEP_CHECK(next);
    if (bytes.empty() || static_cast<std::int64_t>(bytes.size()) > next->bytes)
        refuseFile(LOCKSTEP_TEXT("%1 came with another size than its manifest gives."), {next->file});
    m_file->write(bytes);
    advance();
}

void CheckpointIntake::advance()
{
    for (; m_present < m_manifest.files.size(); ++m_present) {
        const ManifestFile& file = m_manifest.files[m_present];
        if (!m_file)
            m_file.emplace(m_made + "/" + file.name);
        if (m_file->size() < file.bytes)
            return;
        if (m_file->sha256() != file.sha256)
            refuseFile(LOCKSTEP_TEXT("%1 is damaged: its SHA-256 is not the one in the manifest."),
                       {checkpointName(m_manifest.position.step) + "/" + file.name});
        m_file->commit();
        m_file.reset();
    }
}

void CheckpointIntake::publish()
{
    LOCKSTEP_CHECK(!wanted() && !m_published);
    syncFolder(m_made);
    DurableFile file(m_made + "/" + kManifestFile);
    file.write(std::as_bytes(std::span(m_text)));
    file.commit();
    syncFolder(m_made);
    publishCheckpoint(m_made, m_folder + "/" + checkpointName(m_manifest.position.step));
    m_published = true;
    syncFolder(m_folder);
    removeFolder(m_made); // one of the same step, which had to make room
}

} // namespace lockstep
