// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <cstddef>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The bytes of one attach conversation, whatever carries them. Never waits. Belongs to the thread of its
/// host.
class HostChannel {
public:
    virtual ~HostChannel() = default;

    /// Takes up to `size` bytes; 0: none at present. An error means that no more will come.
    virtual Result<std::size_t> read(char* buffer, std::size_t size) = 0;
    /// Takes as many of the bytes as can go out now, perhaps none.
    virtual Result<std::size_t> write(std::string_view bytes) = 0;
    /// Adds what poll(2) has to watch; `writing`: there is more to write.
    virtual void addDescriptors(std::vector<pollfd>& descriptors, bool writing) const = 0;
    /// The last words on standard error, at most 4 KiB; for explaining why the conversation never began.
    virtual std::string diagnostics() = 0;
};

} // namespace lockstep
