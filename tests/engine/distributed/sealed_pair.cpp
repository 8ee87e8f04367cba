// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/distributed/sealed_pair.h"

#include "engine/distributed/authentication.h"

#include <cstring>
#include <stdexcept>
#include <sys/socket.h>

namespace lockstep::test {
namespace {

/// False: it has ended.
bool readAll(int socket, char* bytes, std::size_t count)
{
    return ::recv(socket, bytes, count, MSG_WAITALL) == static_cast<ssize_t>(count);
}

bool writeAll(int socket, const std::string& bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = ::send(socket, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        at += static_cast<std::size_t>(count);
    }
    return true;
}

} // namespace

std::array<LinkKeys, 2> sealedKeys()
{
    RunToken token;
    token.fill(3);
    const LinkProof proof(token, {}, {});
    return {proof.keys(Side::Acceptor), proof.keys(Side::Connector)};
}

MeddlingNetwork::MeddlingNetwork(Meddle meddle, std::chrono::milliseconds pause)
    : m_meddle(std::move(meddle)), m_pause(pause)
{
    for (std::size_t rank = 0; rank < 2; ++rank) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw std::runtime_error("socketpair");
        m_ends[rank].reset(ends[0]);
        m_network[rank].reset(ends[1]);
    }
    m_threads[0] = std::thread([this] { passRecords(); });
    m_threads[1] = std::thread([this] { passBytes(); });
}

MeddlingNetwork::~MeddlingNetwork()
{
    join();
}

std::vector<MeshLink> MeddlingNetwork::links(int rank)
{
    const auto self = static_cast<std::size_t>(rank);
    std::vector<MeshLink> links(2);
    links[1 - self].socket = std::move(m_ends[self]);
    links[1 - self].keys = sealedKeys()[self];
    return links;
}

const std::string& MeddlingNetwork::overheard()
{
    join();
    return m_overheard;
}

bool MeddlingNetwork::deliver(const std::string& bytes)
{
    if (m_pause.count() == 0)
        return writeAll(m_network[1].get(), bytes);
    const std::size_t quarter = bytes.size() / 4 + 1;
    for (std::size_t at = 0; at < bytes.size(); at += quarter) {
        std::this_thread::sleep_for(m_pause);
        if (!writeAll(m_network[1].get(), bytes.substr(at, quarter)))
            return false;
    }
    return true;
}

void MeddlingNetwork::passRecords()
{
    for (std::size_t number = 0;; ++number) {
        std::string record(kRecordHeaderBytes, '\0');
        if (!readAll(m_network[0].get(), record.data(), record.size()))
            break;
        std::uint32_t length = 0;
        std::memcpy(&length, record.data(), sizeof length);
        record.resize(kRecordHeaderBytes + length + kRecordTagBytes);
        if (!readAll(m_network[0].get(), record.data() + kRecordHeaderBytes, length + kRecordTagBytes))
            break;
        m_overheard += record;
        if (!deliver(m_meddle(record, number)))
            break;
    }
    ::shutdown(m_network[1].get(), SHUT_WR);
    // Rank 0 may say more; it would wait for somebody to take it.
    std::array<char, 4096> unread;
    while (::recv(m_network[0].get(), unread.data(), unread.size(), 0) > 0) {
    }
}

void MeddlingNetwork::passBytes()
{
    std::string bytes(65536, '\0');
    ssize_t count = 0;
    while ((count = ::recv(m_network[1].get(), bytes.data(), bytes.size(), 0)) > 0)
        if (!writeAll(m_network[0].get(), bytes.substr(0, static_cast<std::size_t>(count))))
            break;
    ::shutdown(m_network[0].get(), SHUT_WR);
}

void MeddlingNetwork::join()
{
    for (Descriptor& end : m_ends)
        end.reset();
    for (std::thread& thread : m_threads)
        if (thread.joinable())
            thread.join();
}

} // namespace lockstep::test
