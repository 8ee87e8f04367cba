// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/sftp_client.h"

#include "remote/ssh/sftp_packet.h"

#include <algorithm>
#include <libssh/libssh.h>

namespace lockstep {

namespace {

constexpr std::size_t kMaxPacket = 256u << 10; ///< of a server's answer
constexpr std::size_t kMaxNoise = 1u << 20;
constexpr std::size_t kMaxEntries = 10'000;

RemoteStat readAttributes(PacketReader& reader)
{
    RemoteStat stat;
    const std::uint32_t flags = reader.number();
    if ((flags & 1) != 0)
        stat.size = reader.number64();
    if ((flags & 2) != 0)
        reader.number64(); // user and group
    if ((flags & 4) != 0)
        stat.mode = reader.number();
    if ((flags & 8) != 0) {
        reader.number();
        stat.modified = reader.number();
    }
    if ((flags & 0x80000000u) != 0)
        for (std::uint32_t count = reader.number(); count > 0 && reader.ok(); --count) {
            reader.text();
            reader.text();
        }
    return stat;
}

std::string newFolder(const std::string& path)
{
    constexpr std::uint32_t kPermissionsAlone = 4;
    return PacketWriter().text(path).number(kPermissionsAlone).number(0700).bytes();
}

/// Start of the server's first packet ("version 3") behind the noise of a login shell, or npos.
std::size_t findVersion(std::string_view bytes)
{
    for (std::size_t at = 0; at + 9 <= bytes.size(); ++at) {
        PacketReader reader(bytes.substr(at));
        const std::uint32_t size = reader.number();
        if (size >= 5 && size <= kMaxPacket && bytes[at + 4] == static_cast<char>(sftp::kVersion) &&
            bytes.substr(at + 5, 4) == std::string_view("\0\0\0\3", 4))
            return at;
    }
    return std::string_view::npos;
}

} // namespace

std::uint32_t SftpClient::Reply::status() const
{
    return PacketReader(body).number();
}

std::string SftpClient::Reply::message() const
{
    PacketReader reader(body);
    reader.number();
    const std::string text(reader.text().substr(0, 200));
    return text.empty() ? "status " + std::to_string(status()) : text;
}

Error SftpClient::failed(const std::string& path, const Reply& reply) const
{
    return {LOCKSTEP_TEXT("%1 cannot work with its file %2: %3. Check space and permissions there."),
            {m_session.target().address(), path, reply.message()},
            ""};
}

Error SftpClient::damaged() const
{
    return {LOCKSTEP_TEXT(
                "The file transfer with %1 sent bytes that make no sense. Its shell start-up files may be "
                "printing text: keep them silent when no terminal is there."),
            {m_session.target().address()},
            ""};
}

Result<std::unique_ptr<SftpClient>> SftpClient::open(SshSession& session)
{
    std::unique_ptr<SftpClient> client(new SftpClient(session));
    auto channel = session.openChannel("");
    if (!channel)
        return channel.error();
    client->m_channel = std::move(channel.value());
    if (const auto greeted = client->greet(); !greeted)
        return greeted.error();
    return client;
}

Result<void> SftpClient::greet()
{
    m_out = PacketWriter().number(5).byte(sftp::kInit).number(3).bytes();
    const Deadline deadline = m_session.replyDeadline();
    for (;;) {
        if (const auto pumped = pump(); !pumped)
            return pumped.error();
        if (const std::size_t start = findVersion(m_in); start != std::string::npos) {
            m_in.erase(0, start);
            break;
        }
        if (m_in.size() > kMaxNoise)
            return damaged();
        if (const auto waited = m_session.wait(deadline); !waited)
            return waited.error();
    }
    Reply version;
    while (!takeReply(version)) {
        if (const auto waited = m_session.wait(deadline); !waited)
            return waited.error();
        if (const auto pumped = pump(); !pumped)
            return pumped.error();
    }
    // takeReply() has read the version number as the request number.
    PacketReader reader(version.body);
    while (reader.ok() && !reader.atEnd()) {
        const std::string_view name = reader.text();
        const std::string_view data = reader.text();
        m_canSync |= name == "fsync@openssh.com" && data == "1";
        m_canTellSpace |= name == "statvfs@openssh.com" && data == "2";
    }
    return {};
}

std::uint32_t SftpClient::send(std::uint8_t type, std::string_view body, std::size_t further)
{
    const std::uint32_t request = m_nextRequest++;
    const auto size = static_cast<std::uint32_t>(body.size() + further + 5);
    m_out += PacketWriter().number(size).byte(type).number(request).bytes();
    m_out += body;
    return request;
}

Result<void> SftpClient::pump()
{
    ssh_channel channel = m_channel.get();
    std::size_t sent = 0;
    while (sent < m_out.size()) {
        const std::size_t window = ssh_channel_window_size(channel);
        const std::size_t size = std::min({m_out.size() - sent, window, std::size_t{1} << 20});
        if (size == 0)
            break;
        const int count = ssh_channel_write(channel, m_out.data() + sent, static_cast<std::uint32_t>(size));
        if (count == SSH_ERROR)
            return m_session.broken();
        if (count <= 0)
            break;
        sent += static_cast<std::size_t>(count);
    }
    m_out.erase(0, sent);
    return readIn();
}

Result<void> SftpClient::readIn()
{
    ssh_channel channel = m_channel.get();
    char buffer[32768];
    for (bool isFirst = true; m_in.size() <= 8 * kMaxPacket; isFirst = false) {
        const int count = ssh_channel_read_nonblocking(channel, buffer, sizeof buffer, 0);
        if (count > 0) {
            m_in.append(buffer, static_cast<std::size_t>(count));
            continue;
        }
        if (count == SSH_ERROR || !ssh_is_connected(m_session.handle()))
            return m_session.broken();
        // Nor will the rest of a packet come, of which a part is there.
        if (isFirst && ssh_channel_is_eof(channel))
            return Error{LOCKSTEP_TEXT("%1 ended the file transfer. Check its disk and its SSH server."),
                         {m_session.target().address()},
                         ""};
        break;
    }
    return {};
}

bool SftpClient::takeReply(Reply& reply)
{
    PacketReader reader(m_in);
    const std::uint32_t size = reader.number();
    if (reader.ok() && (size < 5 || size > kMaxPacket))
        m_damaged = true;
    if (m_in.size() < 4 || m_damaged || m_in.size() - 4 < size)
        return false;
    reply.type = static_cast<std::uint8_t>(reader.take(1).front());
    reply.request = reader.number();
    reply.body.assign(reader.take(size - 5));
    m_in.erase(0, 4 + size);
    return true;
}

Result<SftpClient::Reply> SftpClient::receive()
{
    const Deadline deadline = m_session.replyDeadline();
    Reply reply;
    while (!takeReply(reply)) {
        if (m_damaged)
            return damaged();
        const std::size_t before = m_in.size();
        if (const auto pumped = pump(); !pumped)
            return pumped.error();
        if (m_in.size() != before)
            continue;
        if (const auto waited = m_session.wait(deadline); !waited)
            return waited.error();
    }
    return reply;
}

Result<std::vector<SftpClient::Reply>> SftpClient::receiveAll(std::uint32_t first, std::size_t count)
{
    std::vector<Reply> replies(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto reply = receive();
        if (!reply)
            return reply.error();
        const std::uint32_t index = reply.value().request - first;
        if (index >= count || replies[index].type != 0)
            return damaged();
        replies[index] = std::move(reply.value());
    }
    return replies;
}

Result<SftpClient::Reply> SftpClient::ask(std::uint8_t type, std::string_view body)
{
    auto replies = receiveAll(send(type, body), 1);
    if (!replies)
        return replies.error();
    return std::move(replies.value().front());
}

Result<void> SftpClient::expectOk(const Reply& reply, const std::string& path) const
{
    if (reply.type != sftp::kStatus)
        return damaged();
    if (reply.status() != 0)
        return failed(path, reply);
    return {};
}

Result<std::vector<std::optional<RemoteStat>>> SftpClient::stat(const std::vector<std::string>& paths)
{
    const std::uint32_t first = m_nextRequest;
    for (const std::string& path : paths)
        send(sftp::kLstat, PacketWriter().text(path).bytes());
    const auto replies = receiveAll(first, paths.size());
    if (!replies)
        return replies.error();
    std::vector<std::optional<RemoteStat>> answer;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Reply& reply = replies.value()[i];
        PacketReader reader(reply.body);
        if (reply.type == sftp::kAttributes)
            answer.push_back(readAttributes(reader));
        else if (reply.type == sftp::kStatus &&
                 reply.status() == static_cast<std::uint32_t>(SftpStatus::NoSuchFile))
            answer.push_back(std::nullopt);
        else
            return reply.type == sftp::kStatus ? failed(paths[i], reply) : damaged();
    }
    return answer;
}

Result<void> SftpClient::makeFolders(const std::vector<std::string>& paths)
{
    const std::uint32_t first = m_nextRequest;
    for (const std::string& path : paths)
        send(sftp::kMkdir, newFolder(path));
    const auto replies = receiveAll(first, paths.size());
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Reply& reply = replies.value()[i];
        if (reply.type == sftp::kStatus && reply.status() == 0)
            continue;
        if (const auto made = makeFolder(paths[i]); !made)
            return made.error();
    }
    return {};
}

Result<void> SftpClient::makeFolder(const std::string& path)
{
    const auto reply = ask(sftp::kMkdir, newFolder(path));
    if (!reply)
        return reply.error();
    if (reply.value().type == sftp::kStatus && reply.value().status() == 0)
        return {};
    const auto there = stat({path});
    if (!there)
        return there.error();
    const auto& found = there.value().front();
    // A link to a folder elsewhere ("~/.lockstep on the big disk") is as good.
    if (found && (found->isFolder() || (found->mode & 0170000) == 0120000))
        return {};
    return failed(path, reply.value());
}

Result<void> SftpClient::rename(const std::string& from, const std::string& to)
{
    const auto reply = ask(sftp::kRename, PacketWriter().text(from).text(to).bytes());
    if (!reply)
        return reply.error();
    return expectOk(reply.value(), to);
}

Result<std::vector<RemoteEntry>> SftpClient::list(const std::string& path)
{
    const auto opened = ask(sftp::kOpendir, PacketWriter().text(path).bytes());
    if (!opened)
        return opened.error();
    if (opened.value().type != sftp::kHandle)
        return failed(path, opened.value());
    const std::string handle = PacketWriter().text(PacketReader(opened.value().body).text()).bytes();
    std::vector<RemoteEntry> entries;
    std::size_t told = 0; // with those that are of no use: a list without end is left, too
    while (told < kMaxEntries) {
        const auto reply = ask(sftp::kReaddir, handle);
        if (!reply)
            return reply.error();
        if (reply.value().type != sftp::kName)
            break;
        PacketReader reader(reply.value().body);
        const std::uint32_t count = reader.number();
        if (count == 0)
            break;
        told += count;
        for (std::uint32_t left = count; left > 0 && reader.ok(); --left) {
            RemoteEntry entry;
            entry.name = reader.text();
            reader.text(); // the same as ls -l prints it
            entry.stat = readAttributes(reader);
            if (reader.ok() && entry.name != "." && entry.name != ".." &&
                entry.name.find('/') == std::string::npos)
                entries.push_back(std::move(entry));
        }
    }
    const auto closed = ask(sftp::kClose, handle);
    if (!closed)
        return closed.error();
    return entries;
}

Result<void> SftpClient::removeFolder(const std::string& path, int depth)
{
    const auto entries = list(path);
    if (!entries)
        return entries.error();
    for (const RemoteEntry& entry : entries.value()) {
        const std::string child = path + "/" + entry.name;
        if (entry.stat.isFolder() && depth > 0) {
            if (const auto removed = removeFolder(child, depth - 1); !removed)
                return removed.error();
            continue;
        }
        const auto removed = ask(sftp::kRemove, PacketWriter().text(child).bytes());
        if (!removed)
            return removed.error();
    }
    const auto reply = ask(sftp::kRmdir, PacketWriter().text(path).bytes());
    if (!reply)
        return reply.error();
    return expectOk(reply.value(), path);
}

Result<std::optional<std::uint64_t>> SftpClient::freeBytes(const std::string& path)
{
    if (!m_canTellSpace)
        return std::optional<std::uint64_t>();
    const auto reply = ask(sftp::kExtended, PacketWriter().text("statvfs@openssh.com").text(path).bytes());
    if (!reply)
        return reply.error();
    if (reply.value().type != sftp::kExtendedReply)
        return std::optional<std::uint64_t>();
    PacketReader reader(reply.value().body);
    reader.number64();
    const std::uint64_t unit = reader.number64();
    reader.number64();
    reader.number64();
    const std::uint64_t available = reader.number64();
    if (!reader.ok())
        return damaged();
    return std::optional<std::uint64_t>(unit * available);
}

} // namespace lockstep
