// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/attach/attach_client.h"

#include <QString>

namespace lockstep {

/// Something that a host is asked for once, beside whatever else goes on with it, over as many links as it
/// takes. Belongs to the thread of its host.
class HostErrand {
public:
    virtual ~HostErrand() = default;

    /// For each new link.
    virtual void begin(AttachClient& client) = 0;
    virtual void linkLost() = 0;
    /// Deals with what has arrived since the last call.
    virtual void turn() = 0;
    /// Ends it, as failed for this reason; the host is told that nothing more is wanted.
    virtual void fail(const Error& error) = 0;
    /// Ends it without a word but to the host.
    virtual void leave() = 0;
    virtual bool over() const = 0;
    /// The checkpoint that it is about.
    virtual QString checkpoint() const = 0;
};

} // namespace lockstep
