// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/host_errand.h"
#include "remote/host_event.h"
#include "remote/mirrors/checkpoint_manifest.h"
#include "remote/mirrors/file_fetch.h"
#include "remote/mirrors/run_folder.h"

#include <functional>
#include <optional>

namespace lockstep {

/// Copies a checkpoint into the run folder: its manifest first, then every file that the manifest names,
/// compared with the SHA-256 given there, and last of all the manifest gets its name, for a checkpoint with a
/// manifest is a whole one. Goes on over links.
class CheckpointFetch final : public HostErrand {
public:
    using Sink = std::function<void(HostEvent)>;
    /// `checkpoint`: "checkpoints/step-00000600". `host`: the one that has it. `sink` gets HostCheckpoint.
    CheckpointFetch(RunFolder folder, int host, QString checkpoint, Sink sink);

    void begin(AttachClient& client) override;
    void linkLost() override;
    void turn() override;
    void fail(const Error& error) override;
    void leave() override;
    bool over() const override { return m_over; }
    QString checkpoint() const override { return m_checkpoint; }

private:
    FileFetch fetchOf(const std::string& file, FileFetch::Expected expected) const;
    void takeManifest();
    void next();
    void report();
    void finish();
    void tell(std::optional<Error> error);

    RunFolder m_folder;
    int m_host;
    QString m_checkpoint;
    Sink m_sink;
    AttachClient* m_client = nullptr;
    FileFetch m_manifest;
    std::vector<CheckpointFile> m_files;
    std::size_t m_next = 0; ///< of m_files, after the present one
    std::optional<FileFetch> m_file;
    std::uint64_t m_done = 0;  ///< bytes of the files that are whole
    std::uint64_t m_total = 0; ///< 0: not known yet
    Clock::time_point m_reported{};
    bool m_over = false;
};

} // namespace lockstep
