// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/sentence.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Bytes of a checkpoint's file in one message. With its seals it fits a frame, and a heartbeat behind it
/// waits 0.2 s on a link of 10 Mbit/s.
inline constexpr std::size_t kCopyPieceBytes = 256u << 10;
/// Checkpoints that a host tells of, the newest: no host shows more files.
inline constexpr std::size_t kMostHoldings = 4096;

/// What the supervisors of a run tell each other about its checkpoints. Who wants one asks for it piece by
/// piece, the next one when the last has come; so whoever has it needs to know nothing of who wants it.
struct CopyMessage {
    enum class Kind {
        Holdings, ///< the checkpoints that the sender has
        Read,     ///< asks for the bytes of a file from an offset on
        Piece,    ///< the answer: kCopyPieceBytes of them, or fewer, to the end of the file
        Refused,  ///< the other answer: why not
    };
    Kind kind = Kind::Holdings;
    std::vector<std::int64_t> steps; ///< Holdings: rising
    /// Holdings: from the lead, which has nothing more to save, so that nobody need be slow; from another
    /// host, which will not get the newest of the lead's.
    bool last = false;
    std::int64_t step = 0;   ///< the others
    std::string file;        ///< Read, Piece: "model.safetensors"
    std::int64_t offset = 0; ///< Read, Piece: bytes
    Sentence problem;        ///< Refused
    std::string bytes;       ///< Piece
    bool operator==(const CopyMessage&) const = default;
};

std::string_view toString(CopyMessage::Kind kind);
/// One line of JSON, and behind it the bytes.
std::string encode(const CopyMessage& message);
Result<CopyMessage> parseCopyMessage(std::string_view text);

} // namespace lockstep
