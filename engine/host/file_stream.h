// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"
#include "engine/protocol/frame.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// One Follow or Fetch: a file on its way to the peer, in order, from an offset on.
class FileStream {
public:
    enum class Mode {
        Follow, ///< to the end of the run, as the file grows
        Fetch,  ///< to the size that the file has now
    };
    /// `folder` outlives the stream.
    FileStream(std::uint32_t request, FollowRequest wanted, Mode mode, const HostFolder& folder);

    std::uint32_t request() const { return m_request; }
    const HostFolder& folder() const { return m_folder; }
    std::uint64_t offset() const { return m_offset; }
    /// The next Data, Ended or Failed frame; none when there is nothing now. `complete`: nobody writes to the
    /// file any more, known before this call.
    std::optional<Frame> next(bool complete);
    /// Ended or Failed was the last frame.
    bool over() const { return m_over; }
    /// Nobody writes to files of attempts before this one.
    bool isOfEarlierAttempt(int attempt) const;

private:
    Frame end(Frame frame);
    Frame fail(const Error& error);
    bool open(bool complete, std::optional<Frame>& answer);

    std::uint32_t m_request;
    FollowRequest m_wanted;
    Mode m_mode;
    const HostFolder& m_folder;
    Descriptor m_file;
    std::uint64_t m_offset;
    std::uint64_t m_limit;
    bool m_over = false;
};

} // namespace lockstep
