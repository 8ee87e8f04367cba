// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/frame.h"
#include "remote/attach/host_channel.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// The far end of a channel in memory, in the hands of a test.
struct FarEnd {
    std::string toClient;         ///< what the client may read
    std::string fromClient;       ///< what it has written
    std::size_t piece = 1u << 20; ///< bytes given by one read, and taken by one write
    bool closed = false;
    std::string errors;
    FrameReader reader;

    void say(const Frame& frame) { toClient += encodeFrame(frame); }
    /// The frames that have come since the last call.
    std::vector<Frame> heard()
    {
        auto frames = reader.feed(std::exchange(fromClient, {}));
        return frames ? std::move(frames.value()) : std::vector<Frame>{};
    }
};

class ScriptedChannel : public HostChannel {
public:
    explicit ScriptedChannel(FarEnd& far) : m_far(far) {}

    Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        const std::size_t count = std::min({size, m_far.piece, m_far.toClient.size()});
        if (count == 0 && m_far.closed)
            return Error{"The channel is closed.", {}, ""};
        m_far.toClient.copy(buffer, count);
        m_far.toClient.erase(0, count);
        return count;
    }
    Result<std::size_t> write(std::string_view bytes) override
    {
        if (m_far.closed)
            return Error{"The channel is closed.", {}, ""};
        const auto taken = bytes.substr(0, m_far.piece);
        m_far.fromClient += taken;
        return taken.size();
    }
    void addDescriptors(std::vector<pollfd>&, bool) const override {}
    std::string diagnostics() override { return m_far.errors; }

private:
    FarEnd& m_far;
};

} // namespace lockstep
