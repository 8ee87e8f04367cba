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
    Upload(const std::vector<UploadFile>& allFiles, UploadMode uploadMode)
        : files(allFiles), handles(files.size()), mode(uploadMode)
    {
    }

    const std::vector<UploadFile>& files;
    std::vector<std::string> handles; ///< of those that have been opened
    UploadMode mode;
    std::size_t opened = 0; ///< files
    std::size_t file = 0;   ///< that is being sent
    std::uint64_t offset = 0;
    std::uint64_t acknowledged = 0;
    QFile source;
    struct Request {
        std::size_t file = 0;
        std::size_t bytes = 0;
        bool closes = false;
    };
    std::map<std::uint32_t, Request> requests; ///< on their way
    Request answered;                          ///< the last one

    bool isSent() const { return file == files.size(); }
};

/// The next ones, in one round trip.
Result<void> SftpClient::openSome(Upload& upload)
{
    constexpr std::size_t kMaxOpen = 64; ///< handles at a time; servers limit them
    const std::size_t begin = upload.opened;
    const std::size_t end = std::min(upload.files.size(), begin + kMaxOpen);
    const std::uint32_t first = m_nextRequest;
    for (std::size_t i = begin; i < end; ++i)
        send(sftp::kOpen,
             PacketWriter()
                 .text(upload.files[i].target)
                 .number(upload.mode == UploadMode::Fresh ? kWriteCreate | kExclusive : kWriteCreate)
                 .number(4)
                 .number(upload.files[i].mode)
                 .bytes());
    const auto replies = receiveAll(first, end - begin);
    if (!replies)
        return replies.error();
    for (std::size_t i = begin; i < end; ++i) {
        const Reply& reply = replies.value()[i - begin];
        if (reply.type != sftp::kHandle)
            return reply.type == sftp::kStatus ? failed(upload.files[i].target, reply) : damaged();
        upload.handles[i] = PacketReader(reply.body).text();
    }
    upload.opened = end;
    upload.offset = upload.files[begin].present;
    return {};
}

/// Straight into what leaves next.
Result<void> SftpClient::sendBlock(Upload& upload)
{
    const UploadFile& file = upload.files[upload.file];
    QFile& source = upload.source;
    if (!source.isOpen()) {
        source.setFileName(QString::fromStdString(file.source));
        if (!source.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ||
            !source.seek(static_cast<qint64>(upload.offset)))
            return cannotRead(file.source, source.errorString().toStdString());
    }
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, file.size - upload.offset));
    const std::uint32_t request = send(sftp::kWrite,
                                       PacketWriter()
                                           .text(upload.handles[upload.file])
                                           .number64(upload.offset)
                                           .number(static_cast<std::uint32_t>(size))
                                           .bytes(),
                                       size);
    const std::size_t start = m_out.size();
    m_out.resize(start + size);
    for (std::size_t got = 0; got < size;) {
        const qint64 count = source.read(m_out.data() + start + got, static_cast<qint64>(size - got));
        if (count <= 0)
            return cannotRead(file.source, LOCKSTEP_TEXT("it has become shorter"));
        got += static_cast<std::size_t>(count);
    }
    upload.requests.emplace(request, Upload::Request{upload.file, size, false});
    upload.offset += size;
    return {};
}

/// A server works on the requests for a handle in their order.
void SftpClient::sendClose(Upload& upload)
{
    const std::string& handle = upload.handles[upload.file];
    if (m_canSync && upload.mode == UploadMode::Fresh)
        upload.requests.emplace(
            send(sftp::kExtended, PacketWriter().text("fsync@openssh.com").text(handle).bytes()),
            Upload::Request{upload.file, 0, false});
    upload.requests.emplace(send(sftp::kClose, PacketWriter().text(handle).bytes()),
                            Upload::Request{upload.file, 0, true});
    upload.source.close();
    ++upload.file;
    if (!upload.isSent())
        upload.offset = upload.files[upload.file].present;
}

Result<void> SftpClient::sendNext(Upload& upload)
{
    const bool isWhole = upload.offset >= upload.files[upload.file].size;
    if (isWhole)
        sendClose(upload);
    else if (const auto sent = sendBlock(upload); !sent)
        return sent.error();
    return m_out.size() < 4 * kBlock ? Result<void>() : pump();
}

Result<void> SftpClient::receiveOne(Upload& upload)
{
    const auto reply = receive();
    if (!reply)
        return reply.error();
    const auto request = upload.requests.find(reply.value().request);
    if (request == upload.requests.end())
        return damaged();
    upload.answered = request->second;
    upload.requests.erase(request);
    upload.acknowledged += upload.answered.bytes;
    return expectOk(reply.value(), upload.files[upload.answered.file].target);
}

Result<void> SftpClient::upload(const std::vector<UploadFile>& files, const Progress& progress,
                                UploadMode mode, const FileDone& fileDone)
{
    Upload upload(files, mode);
    while (!upload.isSent() || !upload.requests.empty()) {
        const bool mustOpen = !upload.isSent() && upload.file == upload.opened;
        if (mustOpen && upload.requests.empty()) {
            if (const auto opened = openSome(upload); !opened)
                return opened.error();
            continue;
        }
        if (!upload.isSent() && !mustOpen && upload.requests.size() < kInFlight) {
            if (const auto sent = sendNext(upload); !sent)
                return sent.error();
            continue;
        }
        if (const auto received = receiveOne(upload); !received)
            return received.error();
        progress(upload.acknowledged);
        if (!upload.answered.closes)
            continue;
        if (const auto done = fileDone(upload.answered.file); !done)
            return done.error();
    }
    return {};
}

} // namespace lockstep
