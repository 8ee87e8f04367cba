// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/checkpoint_fetch.h"

namespace lockstep {

namespace {

constexpr const char* kManifest = "manifest.json";
constexpr std::chrono::milliseconds kReportTime{100};

} // namespace

CheckpointFetch::CheckpointFetch(RunFolder folder, int host, QString checkpoint, Sink sink)
    : m_folder(std::move(folder)), m_host(host), m_checkpoint(std::move(checkpoint)), m_sink(std::move(sink)),
      m_manifest(fetchOf(kManifest, {kMaxManifestBytes, ""}))
{
}

FileFetch CheckpointFetch::fetchOf(const std::string& file, FileFetch::Expected expected) const
{
    const QString path = m_checkpoint + QLatin1Char('/') + QString::fromStdString(file);
    return {{.run = m_folder.info().id.toStdString(), .host = m_host, .file = path.toStdString()},
            m_folder.mirrorPath(path),
            std::move(expected)};
}

void CheckpointFetch::begin(AttachClient& client)
{
    m_client = &client;
    FileFetch& present = m_file ? *m_file : m_manifest;
    present.begin(client);
}

void CheckpointFetch::linkLost()
{
    m_client = nullptr;
    FileFetch& present = m_file ? *m_file : m_manifest;
    present.linkLost();
}

void CheckpointFetch::turn()
{
    const FileFetch& present = m_file ? *m_file : m_manifest;
    if (m_over || present.state() == FileFetch::State::Going)
        return report();
    if (present.state() == FileFetch::State::Failed)
        return fail(*present.error());
    if (!m_file)
        return takeManifest();
    if (const auto published = m_file->publish(); !published)
        return fail(published.error());
    m_done += m_file->size();
    next();
}

void CheckpointFetch::takeManifest()
{
    const auto text = m_manifest.content();
    if (!text)
        return fail(text.error());
    auto files =
        readCheckpointFiles(text.value(), (m_checkpoint + QLatin1Char('/')).toStdString() + kManifest);
    if (!files)
        return fail(files.error());
    m_files = std::move(files.value());
    m_total = m_manifest.size();
    for (const CheckpointFile& file : m_files)
        m_total += file.bytes;
    next();
}

void CheckpointFetch::next()
{
    if (m_next == m_files.size())
        return finish();
    const CheckpointFile& file = m_files[m_next++];
    m_file.emplace(fetchOf(file.name, {file.bytes, file.sha256}));
    if (m_client != nullptr)
        m_file->begin(*m_client);
}

void CheckpointFetch::finish()
{
    if (const auto published = m_manifest.publish(); !published)
        return fail(published.error());
    m_over = true;
    m_file.reset();
    m_done = m_total;
    tell(std::nullopt);
}

void CheckpointFetch::fail(const Error& error)
{
    if (m_over)
        return;
    leave();
    tell(error);
}

void CheckpointFetch::leave()
{
    m_over = true;
    if (m_file)
        m_file->leave();
    m_manifest.leave();
}

void CheckpointFetch::report()
{
    if (m_over || m_total == 0 || Clock::now() - m_reported < kReportTime)
        return;
    m_reported = Clock::now();
    m_sink(HostCheckpoint{{.deed = CheckpointDeed::Fetch, .checkpoint = m_checkpoint, .error = {}},
                          m_done + (m_file ? m_file->size() : 0),
                          m_total,
                          false});
}

void CheckpointFetch::tell(std::optional<Error> error)
{
    m_sink(
        HostCheckpoint{{.deed = CheckpointDeed::Fetch, .checkpoint = m_checkpoint, .error = std::move(error)},
                       m_done,
                       m_total,
                       true});
}

} // namespace lockstep
