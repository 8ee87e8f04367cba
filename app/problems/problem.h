// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <string>
#include <vector>

namespace lockstep {

/// An error keeps the experiment from running; a warning lets it run and disappoint.
enum class Severity { Error, Warning };

/// One edit of the document that mends a problem, where there is one.
enum class Remedy {
    None,
    TrainOnProcessors, ///< a CPU rank in place of each GPU of the host
};

/// Something to mend before a run: what, and with the error's key, where.
struct Problem {
    Severity severity = Severity::Error;
    Error error;
    Remedy remedy = Remedy::None;
    /// The sentence's first argument is a host's name, and may be a row of them.
    bool sharesHosts = false;
    /// Of the further ones of that row, where to mend it there.
    std::vector<std::string> furtherKeys{};
    bool operator==(const Problem&) const = default;
};
using Problems = std::vector<Problem>;

/// How many of them are errors.
std::size_t errorCount(const Problems& problems);

} // namespace lockstep
