// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/jump_way.h"
#include "remote/ssh/sftp_client.h"
#include "remote/ssh/sftp_packet.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstring>
#include <libssh/libssh.h>

/// What a host may answer to a file transfer: the client as it is, in front of a session and a channel of
/// this program's own, which no server stands behind. An input is a row of answers, each with the length of
/// its body (2 bytes), its type, and the body. It gets the number of the oldest request that is not answered;
/// those of type 0 are the body's bytes alone. Behind the last one the host is silent.
namespace lockstep {
namespace {

struct Host {
    std::string_view answers;
    std::string heard; ///< of requests that are not answered
    std::string told;  ///< bytes that the client has not read
    bool isOver = false;
    std::size_t requests = 0;

    void hear(std::string_view bytes)
    {
        heard += bytes;
        for (;;) {
            PacketReader reader(heard);
            const std::uint32_t size = reader.number();
            if (!reader.ok() || heard.size() - 4 < size)
                return;
            reader.take(1);
            const std::uint32_t number = reader.number();
            heard.erase(0, 4 + size);
            answer(number);
        }
    }
    void answer(std::uint32_t number)
    {
        ++requests;
        if (answers.size() < 3) {
            isOver = true;
            return;
        }
        const auto byteAt = [&](std::size_t at) -> std::size_t {
            return static_cast<unsigned char>(answers[at]);
        };
        const std::size_t size = byteAt(0) << 8 | byteAt(1);
        const auto type = static_cast<std::uint8_t>(answers[2]);
        const std::string_view body = answers.substr(3, size);
        answers.remove_prefix(3 + body.size());
        if (type != 0)
            told += PacketWriter().number(static_cast<std::uint32_t>(body.size() + 5)).byte(type).bytes() +
                    PacketWriter().number(type == sftp::kVersion ? 3 : number).bytes();
        told += body;
    }
};

Host* present = nullptr;

} // namespace

class SshConnector {
public:
    static std::unique_ptr<SshSession> make(const WakeFlag& interrupt)
    {
        return std::unique_ptr<SshSession>(new SshSession({"host", 22, "user"}, SshOptions(), interrupt));
    }
};

void SshSessionDeleter::operator()(ssh_session_struct*) const {}
void SshChannelDeleter::operator()(ssh_channel_struct*) const {}
JumpWay::~JumpWay() = default;

SshSession::SshSession(SshTarget target, const SshOptions& options, const WakeFlag& interrupt)
    : m_target(std::move(target)), m_replyTime(options.replyTime), m_interrupt(interrupt)
{
}
SshSession::~SshSession() = default;

Result<SshChannelHandle> SshSession::openChannel(const std::string&, ChannelErrors*)
{
    return SshChannelHandle();
}

/// What a silent host is waited for in vain.
Result<void> SshSession::wait(Deadline)
{
    return Error{"It does not answer.", {}, ""};
}

Error SshSession::broken() const
{
    return {"It broke.", {}, ""};
}

namespace fuzz {
namespace {

std::string answer(std::uint8_t type, const std::string& body)
{
    const std::size_t size = body.size();
    std::string bytes{static_cast<char>(size >> 8), static_cast<char>(size), static_cast<char>(type)};
    return bytes + body;
}

std::string status(std::uint32_t code)
{
    return answer(sftp::kStatus, PacketWriter().number(code).text("said so").text("").bytes());
}

std::string fileFacts()
{
    return PacketWriter().number(5).number64(1 << 20).number(0040700).bytes();
}

std::string name(const std::string& name)
{
    return PacketWriter().text(name).text("drwx " + name).bytes() + fileFacts();
}

std::string greeting()
{
    return answer(
        sftp::kVersion,
        PacketWriter().text("fsync@openssh.com").text("1").text("statvfs@openssh.com").text("2").bytes());
}

/// Of a folder that holds one folder.
std::string listing(const std::string& file)
{
    return answer(sftp::kHandle, PacketWriter().text("h").bytes()) +
           answer(sftp::kName, PacketWriter().number(2).bytes() + name("..") + name(file)) + status(1) +
           status(0);
}

bool askAll(SftpClient& client)
{
    const auto entries = client.list("somewhere");
    if (!entries)
        return false;
    for (const RemoteEntry& entry : entries.value())
        require(entry.name != "." && entry.name != ".." && entry.name.find('/') == std::string::npos,
                "a name that was listed is one of a file in its folder");
    const auto there = client.stat({"a", "b"});
    require(!there || there.value().size() == 2, "every path has an answer");
    const bool isAnswered = there && client.makeFolders({"d", "d/e"}) && client.freeBytes("d");
    if (!isAnswered)
        return false;
    static const MemoryFile source("of a file that is sent");
    std::uint64_t told = 0;
    const auto sent = client.upload({{source.path(), "t", 22}}, [&](std::uint64_t bytes) { told = bytes; });
    require(told <= 22, "no more is told to have arrived than was sent");
    return sent && client.rename("d", "e") && client.removeFolder("e", 2);
}

} // namespace

Verdict tryInput(std::string_view bytes)
{
    constexpr std::size_t kMostRequests = 10'000;
    Host host;
    host.answers = bytes;
    present = &host;
    static const WakeFlag interrupt;
    const auto session = SshConnector::make(interrupt);
    const auto client = SftpClient::open(*session);
    const bool isDone = client && askAll(*client.value());
    require(host.requests < kMostRequests + bytes.size(), "a host that is silent is asked nothing more");
    return isDone ? Verdict::Accepted : Verdict::Refused;
}

std::vector<std::string> seeds()
{
    const std::string asked = answer(sftp::kAttributes, fileFacts()) + status(2) + status(0) + status(4) +
                              status(4) + answer(sftp::kAttributes, fileFacts());
    std::string space;
    for (int field = 0; field < 11; ++field)
        space += PacketWriter().number64(4096).bytes();
    const std::string upload =
        answer(sftp::kHandle, PacketWriter().text("h").bytes()) + status(0) + status(0) + status(0);
    const std::string removal =
        listing("f") + listing("g") + listing("h") + status(0) + status(0) + status(0) + status(0);
    return {greeting() + listing("f") + asked + answer(sftp::kExtendedReply, space) + upload + status(0) +
            removal};
}

} // namespace fuzz
} // namespace lockstep

// What libssh would do with a channel.

extern "C" {

uint32_t ssh_channel_window_size(ssh_channel)
{
    return 1u << 20;
}

int ssh_channel_write(ssh_channel, const void* bytes, uint32_t size)
{
    lockstep::present->hear({static_cast<const char*>(bytes), size});
    return static_cast<int>(size);
}

int ssh_channel_read_nonblocking(ssh_channel, void* bytes, uint32_t size, int)
{
    std::string& told = lockstep::present->told;
    const std::size_t count = std::min<std::size_t>(size, told.size());
    std::memcpy(bytes, told.data(), count);
    told.erase(0, count);
    return static_cast<int>(count);
}

int ssh_channel_is_eof(ssh_channel)
{
    return lockstep::present->isOver ? 1 : 0;
}

int ssh_is_connected(ssh_session)
{
    return 1;
}
}
