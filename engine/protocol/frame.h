// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The wire of the attach conversation. The engine first prints kAttachGreeting, so that whatever a login
/// shell printed before can be skipped; from then on both sides send frames:
///
///     u32 length of the payload | u16 type | u16 zero | u32 request | payload      (little endian)
///
/// A reply carries the number of its request. Control payloads are JSON (attach_messages.h); Data payloads
/// are a u64 file offset followed by bytes.
namespace lockstep {

inline constexpr int kAttachVersion = 1;
inline constexpr std::string_view kAttachGreeting = "LOCKSTEP-ATTACH 1\n";
inline constexpr std::size_t kFrameHeaderBytes = 12;
inline constexpr std::size_t kMaxFramePayload = 1u << 20;
/// Both sides send a Heartbeat this often and take the other for lost after kHeartbeatLostMs without a byte.
inline constexpr int kHeartbeatIntervalMs = 2000;
inline constexpr int kHeartbeatLostMs = 8000;

enum class FrameType : std::uint16_t {
    // requests
    Hello = 1,  ///< AttachHello -> Welcome
    Submit = 2, ///< SubmitRequest -> Submitted
    Start = 3,  ///< StartRequest -> Done
    Stop = 4,   ///< StopRequest -> Done (the stop has begun; watch for its end)
    List = 5,   ///< {} -> Runs
    Watch = 6,  ///< RunReference -> a RunState now and at every change
    Follow =
        7, ///< FollowRequest -> Data ... as the file grows; Ended when it is complete and no more can come
    Fetch = 8,  ///< FollowRequest -> Data ... up to the present end, then Ended
    Cancel = 9, ///< {} : ends the request of this number that goes on (all from Watch on but Remove) -> Ended
    Remove = 10,  ///< RunReference -> Done; deletes a finished run from the host
    Preview = 11, ///< PreviewRequest -> Data ... with a DataPreview, then Ended
    Check = 12,   ///< CheckpointReference -> Progressed ..., then Checked
    Discard = 13, ///< CheckpointReference -> Progressed ..., then Done; deletes a checkpoint from the host
    /// CheckpointReference -> Progressed ... in samples, Data ... with an EvaluationReport, then Ended
    Evaluate = 14,
    Measure = 15,  ///< PairRequest -> where one of the two hosts listens, Listening first; then Measured
    Survey = 16,   ///< {} -> Progressed with the bytes weighed so far ..., then Surveyed
    Sweep = 17,    ///< RunReference -> Done; ends processes that a run left and no supervisor owns
    Withdraw = 18, ///< DeploymentReference -> Done; deletes a deployment that nothing uses
    Examine = 19,  ///< {} -> Examined
    /// DataCopyRequest -> of the host that takes: Listening, unless it has them, Progressed ...; then Done
    CopyData = 20,
    // replies
    Welcome = 32,
    Submitted = 33,
    Done = 34,
    Runs = 35,
    State = 36,
    Data = 37,
    Ended = 38,  ///< EndedMessage
    Failed = 39, ///< an Error; ends the request
    Progressed = 40,
    Checked = 41,
    Surveyed = 42,  ///< HostInventory
    Listening = 43, ///< Endpoint
    Measured = 44,  ///< PairReport
    Examined = 45,  ///< HostConditions
    // both ways, request 0, no payload, no reply
    Heartbeat = 64,
};

struct Frame {
    FrameType type = FrameType::Heartbeat;
    std::uint32_t request = 0;
    std::string payload;
    bool operator==(const Frame&) const = default;
};

/// REQUIRES: payload.size() <= kMaxFramePayload.
std::string encodeFrame(const Frame& frame);
/// Payload of a Data frame and back.
std::string encodeData(std::uint64_t offset, std::string_view bytes);
struct DataView {
    std::uint64_t offset = 0;
    std::string_view bytes; ///< valid as long as the payload it was read from
};
Result<DataView> decodeData(std::string_view payload);

/// Cuts a byte stream into frames, whatever its chunking. Unknown types are delivered (the conversation
/// answers them with Failed); a length over kMaxFramePayload is an error after which the stream is unusable.
class FrameReader {
public:
    Result<std::vector<Frame>> feed(std::string_view bytes);

private:
    std::string m_buffer;
    bool m_broken = false;
};

/// Skips a login shell's noise up to and including kAttachGreeting; gives up after kMaxNoise bytes and at the
/// greeting of another version.
class GreetingScanner {
public:
    static constexpr std::size_t kMaxNoise = 1u << 20;
    /// True once the greeting has passed; `rest` then receives the bytes behind it.
    Result<bool> feed(std::string_view bytes, std::string& rest);
    /// The last noise before the greeting (at most 4 KiB), to be shown when none came.
    const std::string& noise() const { return m_noise; }

private:
    std::string m_noise;
    std::size_t m_seen = 0;
    bool m_passed = false;
};

} // namespace lockstep
