// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/descriptor.h"
#include "remote/rehearsal/stage/places.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// What takes a part of a place's cores from its programs: processes that compute and do nothing else. They
/// end with the world.
class Neighbours {
public:
    /// One on each of these cores, named as in StageOrder::input. The answer is empty, or says what went
    /// wrong.
    std::string moveIn(const Places& places, std::size_t place, const std::string& cores);
    void moveOut(std::size_t place);
    /// One that has just moved in may not be seen in its place yet, so signals to the place come here too.
    void signal(std::size_t place, int number) const;

private:
    std::map<std::size_t, std::vector<Descriptor>> m_processes; ///< pidfd_open(2), by place
};

} // namespace lockstep
