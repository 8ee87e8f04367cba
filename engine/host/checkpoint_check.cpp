// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_check.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// A few milliseconds of work, so that answers and heartbeats do not wait.
constexpr std::size_t kSliceBytes = 1u << 20;

} // namespace

CheckpointCheck::CheckpointCheck(const HostFolder& folder, std::string checkpoint)
    : m_folder(folder), m_checkpoint(std::move(checkpoint))
{
    if (!m_folder.openFile(nameOf(kManifestFile)))
        throw refusal(LOCKSTEP_TEXT("The run %1 has no %2 on this host."), {m_folder.run(), m_checkpoint});
    try {
        readManifest();
    } catch (const EngineError& error) {
        end(error.error());
    }
}

void CheckpointCheck::readManifest()
{
    const std::string text = m_folder.readTail(nameOf(kManifestFile), kMaxManifestBytes);
    m_files = parseManifest(text, kManifestFile).files;
    for (const ManifestFile& file : m_files)
        m_total += static_cast<std::uint64_t>(file.bytes);
}

void CheckpointCheck::end(Sentence damage)
{
    m_over = true;
    m_damage = std::move(damage);
    m_file.reset();
}

void CheckpointCheck::advance()
{
    try {
        readSlice();
    } catch (const EngineError& error) {
        end(error.error());
    }
}

void CheckpointCheck::open(const ManifestFile& file)
{
    m_file = m_folder.openFile(nameOf(file.name));
    m_read = 0;
    m_hash.emplace();
}

void CheckpointCheck::readSlice()
{
    if (m_present == m_files.size())
        return end({});
    const ManifestFile& file = m_files[m_present];
    if (!m_file)
        open(file);
    struct stat status {};
    if (!m_file)
        return end(Sentence(LOCKSTEP_TEXT("%1 is missing."), {file.name}));
    if (::fstat(m_file.get(), &status) != 0)
        throw fileError(file.name, errno);
    if (status.st_size != file.bytes)
        return end(Sentence(LOCKSTEP_TEXT("%1 has %2 bytes, but %3 in the manifest."),
                            {file.name, std::to_string(status.st_size), std::to_string(file.bytes)}));
    std::string slice(kSliceBytes, '\0');
    const ssize_t count = ::pread(m_file.get(), slice.data(), slice.size(), m_read);
    if (count < 0)
        throw fileError(file.name, errno);
    m_hash->update(std::string_view(slice).substr(0, static_cast<std::size_t>(count)));
    m_read += count;
    m_done += static_cast<std::uint64_t>(count);
    if (count > 0 && m_read < file.bytes)
        return;
    if (m_hash->hexadecimal() != file.sha256)
        return end(Sentence(LOCKSTEP_TEXT("%1 is damaged: its SHA-256 is not the one in the manifest."),
                            {file.name}));
    m_file.reset();
    ++m_present;
}

} // namespace lockstep
