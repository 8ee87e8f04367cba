// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/told_step.h"

#include <functional>
#include <string>
#include <string_view>

namespace lockstep {

/// Picks out of a rank's journal what tells where time went. Lines of other kinds are passed over unread, so
/// this runs at the speed of memory. What is damaged is passed over as well: the loading of the run counts
/// it. Not thread-safe.
class TimelineScanner {
public:
    using Found = std::function<void(ToldStep&&)>;

    enum class Start { LineBegin, Anywhere }; ///< of the bytes; anywhere: the first line is passed over
    explicit TimelineScanner(Start start = Start::LineBegin) : m_dropsLine(start == Start::Anywhere) {}

    /// The next bytes, cut anywhere.
    void feed(std::string_view bytes, const Found& found);

private:
    std::string m_tail; ///< of a line that is not whole yet
    bool m_dropsLine;   ///< up to the next newline
};

} // namespace lockstep
