// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/sftp_client.h"
#include "remote/ssh/sftp_packet.h"

#include <QFile>

namespace lockstep {

namespace {

constexpr std::size_t kBlock = 32u << 10; ///< from 256 KiB on OpenSSH's server closes the connection
constexpr std::size_t kInFlight = 64;
constexpr std::uint32_t kWriteCreate = 0x02 | 0x08;
constexpr std::uint32_t kExclusive = 0x20;

Error cannotRead(const std::string& path, const std::string& reason)
{
    return {LOCKSTEP_TEXT("%1 cannot be read: %2."), {path, reason}, ""};
}

} // namespace

/// Files being sent: the place of the next block, and what is on its way.
struct SftpClient::Upload {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t acknowledged = 0;
    QFile source;
    struct Block {
        std::size_t bytes = 0;
        std::size_t file = 0;
    };
    std::map<std::uint32_t, Block> blocks; ///< on their way, by request

    void begin(const std::vector<UploadFile>& files, std::size_t index)
    {
        source.close();
        file = index;
        offset = index < files.size() ? files[index].present : 0;
    }
};

Result<std::vector<std::string>> SftpClient::openAll(const std::vector<UploadFile>& files, UploadMode mode)
{
    const std::uint32_t first = m_nextRequest;
    for (const UploadFile& file : files)
        send(sftp::kOpen, PacketWriter()
                              .text(file.target)
                              .number(mode == UploadMode::Fresh ? kWriteCreate | kExclusive : kWriteCreate)
                              .number(4)
                              .number(file.mode)
                              .bytes());
    const auto replies = receiveAll(first, files.size());
    if (!replies)
        return replies.error();
    std::vector<std::string> handles;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Reply& reply = replies.value()[i];
        if (reply.type != sftp::kHandle)
            return reply.type == sftp::kStatus ? failed(files[i].target, reply) : damaged();
        handles.emplace_back(PacketReader(reply.body).text());
    }
    return handles;
}

Result<void> SftpClient::closeAll(const std::vector<UploadFile>& files,
                                  const std::vector<std::string>& handles, UploadMode mode)
{
    for (const bool syncing : {true, false}) {
        if (syncing && (!m_canSync || mode == UploadMode::Continued))
            continue;
        const std::uint32_t first = m_nextRequest;
        for (const std::string& handle : handles) {
            if (syncing)
                send(sftp::kExtended, PacketWriter().text("fsync@openssh.com").text(handle).bytes());
            else
                send(sftp::kClose, PacketWriter().text(handle).bytes());
        }
        const auto replies = receiveAll(first, handles.size());
        if (!replies)
            return replies.error();
        for (std::size_t i = 0; i < handles.size(); ++i)
            if (const auto ok = expectOk(replies.value()[i], files[i].target); !ok)
                return ok.error();
    }
    return {};
}

Result<void> SftpClient::upload(const std::vector<UploadFile>& files, const Progress& progress,
                                UploadMode mode)
{
    constexpr std::size_t kMaxOpen = 64; ///< handles at a time; servers limit them
    Upload state;
    for (std::size_t begin = 0; begin < files.size(); begin += kMaxOpen) {
        const std::vector<UploadFile> part(
            files.begin() + static_cast<std::ptrdiff_t>(begin),
            files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), begin + kMaxOpen)));
        const auto handles = openAll(part, mode);
        if (!handles)
            return handles.error();
        state.begin(part, 0);
        if (const auto written = writeAll(part, handles.value(), state, progress); !written)
            return written.error();
        if (const auto closed = closeAll(part, handles.value(), mode); !closed)
            return closed.error();
    }
    return {};
}

Result<bool> SftpClient::sendBlock(const std::vector<UploadFile>& files,
                                   const std::vector<std::string>& handles, Upload& state)
{
    while (state.file < files.size() && state.offset == files[state.file].size)
        state.begin(files, state.file + 1);
    if (state.file == files.size())
        return false;
    const UploadFile& file = files[state.file];
    if (!state.source.isOpen()) {
        state.source.setFileName(QString::fromStdString(file.source));
        if (!state.source.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ||
            !state.source.seek(static_cast<qint64>(state.offset)))
            return cannotRead(file.source, state.source.errorString().toStdString());
    }
    char block[kBlock];
    const std::uint64_t wanted = std::min<std::uint64_t>(kBlock, file.size - state.offset);
    const qint64 got = state.source.read(block, static_cast<qint64>(wanted));
    if (got <= 0)
        return cannotRead(file.source, LOCKSTEP_TEXT("it has become shorter"));
    const auto size = static_cast<std::size_t>(got);
    const std::uint32_t request = send(sftp::kWrite, PacketWriter()
                                                         .text(handles[state.file])
                                                         .number64(state.offset)
                                                         .text(std::string_view(block, size))
                                                         .bytes());
    state.blocks.emplace(request, Upload::Block{size, state.file});
    state.offset += size;
    return true;
}

Result<void> SftpClient::writeAll(const std::vector<UploadFile>& files,
                                  const std::vector<std::string>& handles, Upload& state,
                                  const Progress& progress)
{
    bool more = true;
    while (more || !state.blocks.empty()) {
        while (more && state.blocks.size() < kInFlight) {
            const auto sent = sendBlock(files, handles, state);
            if (!sent)
                return sent.error();
            more = sent.value();
            if (m_out.size() < 4 * kBlock)
                continue;
            if (const auto pumped = pump(); !pumped)
                return pumped.error();
        }
        if (state.blocks.empty())
            break;
        auto reply = receive();
        if (!reply)
            return reply.error();
        const auto block = state.blocks.find(reply.value().request);
        if (block == state.blocks.end())
            return damaged();
        if (const auto ok = expectOk(reply.value(), files[block->second.file].target); !ok)
            return ok.error();
        state.acknowledged += block->second.bytes;
        state.blocks.erase(block);
        progress(state.acknowledged);
    }
    return {};
}

} // namespace lockstep
