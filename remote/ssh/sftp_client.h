// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/ssh/ssh_session.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// File transfer, version 3 (draft-ietf-secsh-filexfer-02), with our own packets: libssh 0.10 has no way to
/// keep several writes on their way, which over a long line is the difference between 0.8 and 30 MB/s.
namespace lockstep {

enum class SftpStatus : std::uint32_t {
    Ok = 0,
    EndOfFile = 1,
    NoSuchFile = 2,
    PermissionDenied = 3,
    Failure = 4
};

struct RemoteStat {
    std::uint64_t size = 0;
    std::uint32_t mode = 0; ///< st_mode
    std::uint32_t modified = 0;
    bool isFolder() const { return (mode & 0170000) == 0040000; }
};
struct RemoteEntry {
    std::string name; ///< as the server says: never used in a path of this computer
    RemoteStat stat;
};
struct UploadFile {
    std::string source; ///< path here
    std::string target; ///< path there
    std::uint64_t size = 0;
    std::uint32_t mode = 0600;
    std::uint64_t present = 0; ///< bytes of it that are there already, with UploadMode::Continued
};
enum class UploadMode {
    Fresh,     ///< targets must not exist; each is forced to the disk where the server can
    Continued, ///< targets may exist, and are written from `present` on; none is forced to the disk
};

/// Paths are relative to the log-in folder. Every call waits for the answer, with the session's deadlines.
class SftpClient {
public:
    static Result<std::unique_ptr<SftpClient>> open(SshSession& session);

    /// Each path's attributes, in order; nothing for one that is not there. One round trip for all.
    Result<std::vector<std::optional<RemoteStat>>> stat(const std::vector<std::string>& paths);
    /// Makes folders (mode 0700), those that hold others first; one that is there already is fine. One round
    /// trip where none is.
    Result<void> makeFolders(const std::vector<std::string>& paths);
    /// Never replaces anything.
    Result<void> rename(const std::string& from, const std::string& to);
    Result<std::vector<RemoteEntry>> list(const std::string& path);
    /// Removes a folder and what it holds, at most `depth` levels down.
    Result<void> removeFolder(const std::string& path, int depth);
    /// Bytes that this user may still write there; nothing when the server cannot tell.
    Result<std::optional<std::uint64_t>> freeBytes(const std::string& path);

    using Progress = std::function<void(std::uint64_t bytes)>;
    using FileDone = std::function<Result<void>(std::size_t index)>;
    /// Writes files to their ends, one after the other, at most 64 blocks of 32 KiB on their way. `progress`
    /// gets the acknowledged bytes of all files, without those that were there before; `fileDone` each file
    /// that has been closed there, and its error ends the upload.
    Result<void> upload(
        const std::vector<UploadFile>& files, const Progress& progress, UploadMode mode = UploadMode::Fresh,
        const FileDone& fileDone = [](std::size_t) { return Result<void>(); });

private:
    struct Reply {
        std::uint8_t type = 0;
        std::uint32_t request = 0;
        std::string body;
        std::uint32_t status() const; ///< of a status reply
        std::string message() const;
    };
    struct Upload;

    explicit SftpClient(SshSession& session) : m_session(session) {}
    Result<void> greet();
    /// `further`: bytes of the body that the caller adds to m_out.
    std::uint32_t send(std::uint8_t type, std::string_view body, std::size_t further = 0);
    Result<void> pump(); ///< sends and receives what can be without waiting
    Result<void> readIn();
    Result<Reply> receive();
    Result<std::vector<Reply>> receiveAll(std::uint32_t first, std::size_t count);
    Result<Reply> ask(std::uint8_t type, std::string_view body);
    Result<void> expectOk(const Reply& reply, const std::string& path) const;
    Error failed(const std::string& path, const Reply& reply) const;
    Error damaged() const;
    bool takeReply(Reply& reply);
    Result<void> makeFolder(const std::string& path);
    Result<void> openSome(Upload& upload);
    Result<void> sendNext(Upload& upload);
    Result<void> sendBlock(Upload& upload);
    void sendClose(Upload& upload);
    Result<void> receiveOne(Upload& upload);

    SshSession& m_session;
    SshChannelHandle m_channel;
    std::string m_out;
    std::string m_in;
    std::uint32_t m_nextRequest = 1;
    bool m_canSync = false;
    bool m_canTellSpace = false;
    bool m_damaged = false;
};

} // namespace lockstep
