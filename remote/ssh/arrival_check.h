// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"
#include "remote/ssh/ssh_session.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace lockstep {

/// A process on the host that takes the SHA-256 of files of a folder while further ones are still on their
/// way, and that removes the folder as soon as its input ends: with this object, with the connection, or with
/// the sshd. A folder that has another name by then stays. It takes OpenSSL's program where there is one,
/// which uses what the processor has for it, else sha256sum. Belongs to the thread of the session, which must
/// outlive it.
class ArrivalCheck {
public:
    /// `folder`: below the log-in folder, a constant but for hexadecimal digits. It may come later.
    static Result<ArrivalCheck> begin(SshSession& session, std::string folder);

    /// As `uname -m` says it there; empty when it says nothing.
    Result<std::string> machine(Deadline deadline);

    /// A file is whole there. REQUIRES: isPlainPath(path), which is that below the folder.
    Result<void> add(const std::string& path, const std::string& sha256, std::uint64_t bytes);

    /// Waits until all files have been read. Nothing when each has the SHA-256 that was told; else what is
    /// wrong.
    Result<std::optional<Sentence>> finish(Deadline deadline);

private:
    ArrivalCheck(SshSession& session, std::string folder, SshChannelHandle channel)
        : m_session(&session), m_folder(std::move(folder)), m_channel(std::move(channel))
    {
    }
    void endBatch();
    Result<void> send();
    Result<bool> receive();
    Result<void> receiveUntil(Deadline deadline, const std::function<bool()>& isEnough);
    void read(const std::string& line);
    std::optional<Sentence> verdict() const;

    SshSession* m_session;
    std::string m_folder;
    SshChannelHandle m_channel;
    std::string m_out;         ///< what has not left yet
    std::string m_batch;       ///< paths that are asked for together
    std::uint64_t m_bytes = 0; ///< of these files
    ExecResult m_said;         ///< of whose output the last line alone is kept
    std::string m_machine;
    bool m_isOver = false; ///< nothing more is said
    struct File {
        std::string expected;
        std::string found;
    };
    std::map<std::string, File> m_files; ///< by their paths below the log-in folder
};

} // namespace lockstep
