// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/descriptor.h"

namespace lockstep {

class HostFolder;

/// A little room on the disk of a run, kept from everybody else while it goes on: when others have filled the
/// disk, its end can still be written down. It has no name, so it is gone with its owner, however that ends.
class KeptRoom {
public:
    /// Where there is no room, none is kept.
    explicit KeptRoom(const HostFolder& folder) { keep(folder); }

    void keep(const HostFolder& folder);
    /// To whoever writes next.
    void giveBack() { m_file.reset(); }

private:
    Descriptor m_file;
};

} // namespace lockstep
