// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// What a link shows of a measurement, beside what is drawn. Each kind has a colour and a line of its own.
struct LinkMark {
    enum class Kind { None, Good, Doubtful, Bad };
    Kind kind = Kind::None;
    QString text;   ///< below the drawn label, short: "▾ 18.9 Mbps"
    QString detail; ///< for the tool tip
    bool operator==(const LinkMark&) const = default;
};

} // namespace lockstep
