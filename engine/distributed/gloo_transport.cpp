// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/gloo_transport.h"

#include "engine/core/error.h"

#include <gloo/common/error.h>
#include <gloo/transport/address.h>
#include <gloo/transport/buffer.h>
#include <gloo/transport/context.h>
#include <gloo/transport/device.h>
#include <gloo/transport/pair.h>
#include <gloo/transport/unbound_buffer.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

using gloo::transport::UnboundBuffer;

/// The ranks of a context: Gloo counts them from 0, the messenger by their numbers in the group.
struct Members {
    std::vector<int> ranks;

    int size() const { return static_cast<int>(ranks.size()); }
    int place(int rank) const
    {
        return static_cast<int>(std::find(ranks.begin(), ranks.end(), rank) - ranks.begin());
    }
};
using SharedMembers = std::shared_ptr<const Members>;

// Names are Gloo's where a virtual function is overridden.
class MeshBuffer final : public UnboundBuffer {
public:
    MeshBuffer(Messenger& messenger, SharedMembers members, void* data, std::size_t bytes)
        : UnboundBuffer(data, bytes), m_messenger(messenger), m_members(std::move(members))
    {
    }
    // After an exception Gloo destroys buffers whose messages are still under way.
    ~MeshBuffer() override { m_messenger.cancel(m_completions); }

    // Gloo's collectives ignore the result and pass the context's timeout, which the messenger has anyway: an
    // abort must throw.
    bool waitRecv(int* rank, std::chrono::milliseconds) override { return wait(rank, Direction::Receive); }
    bool waitSend(int* rank, std::chrono::milliseconds) override { return wait(rank, Direction::Send); }
    void abortWaitRecv() override { m_messenger.abort("a receive was cancelled"); }
    void abortWaitSend() override { m_messenger.abort("a send was cancelled"); }

    void send(int to, std::uint64_t slot, std::size_t offset, std::size_t bytes) override
    {
        m_messenger.send(m_completions, rankOf(to), slot, range(offset, bytes));
    }
    void recv(int from, std::uint64_t slot, std::size_t offset, std::size_t bytes) override
    {
        m_messenger.receive(m_completions, rankOf(from), slot, range(offset, bytes));
    }
    void recv(std::vector<int> from, std::uint64_t slot, std::size_t offset, std::size_t bytes) override
    {
        if (from.size() != 1)
            throw gloo::InvalidOperationException("a receive from any of several ranks is not supported");
        recv(from.front(), slot, offset, bytes);
    }

private:
    int rankOf(int place) const { return m_members->ranks.at(static_cast<std::size_t>(place)); }
    bool wait(int* rank, Direction direction)
    {
        const int peer = m_messenger.wait(m_completions, direction);
        if (rank)
            *rank = m_members->place(peer);
        return true;
    }
    std::span<char> range(std::size_t offset, std::size_t bytes) const
    {
        if (bytes == kUnspecifiedByteCount)
            bytes = offset <= size ? size - offset : 0;
        if (bytes == 0) // a barrier sends nothing, from nowhere
            return {};
        if (offset > size || bytes > size - offset)
            throw gloo::InvalidOperationException("a message outside of its buffer");
        return {static_cast<char*>(ptr) + offset, bytes};
    }

    Messenger& m_messenger;
    const SharedMembers m_members;
    Completions m_completions;
};

class NoAddress final : public gloo::transport::Address {
public:
    std::string str() const override { return "lockstep"; }
    std::vector<char> bytes() const override { return {}; }
};

class MeshPair final : public gloo::transport::Pair {
public:
    explicit MeshPair(int peer) : m_peer(peer) { localRank_ = 0; }

    const gloo::transport::Address& address() const override { return m_address; }
    void connect(const std::vector<char>&) override {}
    void close() override {}
    void setSync(bool, bool) override {}
    std::unique_ptr<gloo::transport::Buffer> createSendBuffer(int, void*, std::size_t) override { refuse(); }
    std::unique_ptr<gloo::transport::Buffer> createRecvBuffer(int, void*, std::size_t) override { refuse(); }
    void send(UnboundBuffer* buffer, std::uint64_t tag, std::size_t offset, std::size_t bytes) override
    {
        buffer->send(m_peer, tag, offset, bytes);
    }
    void recv(UnboundBuffer* buffer, std::uint64_t tag, std::size_t offset, std::size_t bytes) override
    {
        buffer->recv(m_peer, tag, offset, bytes);
    }

private:
    [[noreturn]] static void refuse()
    {
        throw gloo::InvalidOperationException("bound buffers are not supported");
    }

    int m_peer;
    NoAddress m_address;
};

class MeshTransport final : public gloo::transport::Context {
public:
    MeshTransport(Messenger& messenger, SharedMembers members)
        : Context(members->place(messenger.rank()), members->size()), m_messenger(messenger),
          m_members(std::move(members))
    {
        setTimeout(messenger.options().timeout); // the base class leaves it uninitialised
        for (int i = 0; i < size; ++i)
            if (i != rank)
                MeshTransport::createPair(i);
    }
    std::unique_ptr<gloo::transport::Pair>& createPair(int peer) override
    {
        std::unique_ptr<gloo::transport::Pair>& pair = pairs_.at(static_cast<std::size_t>(peer));
        pair = std::make_unique<MeshPair>(peer);
        return pair;
    }
    std::unique_ptr<UnboundBuffer> createUnboundBuffer(void* data, std::size_t bytes) override
    {
        return std::make_unique<MeshBuffer>(m_messenger, m_members, data, bytes);
    }

private:
    Messenger& m_messenger;
    const SharedMembers m_members;
};

class MeshDevice final : public gloo::transport::Device {
public:
    MeshDevice(Messenger& messenger, SharedMembers members)
        : m_messenger(messenger), m_members(std::move(members))
    {
    }
    std::string str() const override { return "lockstep"; }
    const std::string& getPCIBusID() const override
    {
        static const std::string none;
        return none;
    }
    std::shared_ptr<gloo::transport::Context> createContext(int, int) override
    {
        return std::make_shared<MeshTransport>(m_messenger, m_members);
    }

private:
    Messenger& m_messenger;
    const SharedMembers m_members;
};

class MeshContext final : public gloo::Context {
public:
    MeshContext(Messenger& messenger, const SharedMembers& members)
        : Context(members->place(messenger.rank()), members->size())
    {
        device_ = std::make_shared<MeshDevice>(messenger, members);
        transportContext_ = device_->createContext(rank, size);
        setTimeout(messenger.options().timeout);
    }
};

} // namespace

std::shared_ptr<gloo::Context> makeGlooContext(Messenger& messenger)
{
    std::vector<int> ranks(static_cast<std::size_t>(messenger.worldSize()));
    std::iota(ranks.begin(), ranks.end(), 0);
    return makeGlooContext(messenger, std::move(ranks));
}

std::shared_ptr<gloo::Context> makeGlooContext(Messenger& messenger, std::vector<int> ranks)
{
    const auto members = std::make_shared<const Members>(Members{std::move(ranks)});
    LOCKSTEP_CHECK(members->place(messenger.rank()) < members->size());
    return std::make_shared<MeshContext>(messenger, members);
}

} // namespace lockstep
