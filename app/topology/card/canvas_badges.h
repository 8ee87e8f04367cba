// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"

#include <QString>
#include <map>
#include <string>

namespace lockstep {

/// A word that is shown at a host or link for as long as it lasts, beside what the document says of it.
struct CanvasBadge {
    /// Works worse than it is drawn, or does not work.
    enum class Tone { Warning, Bad };
    QString text; ///< "paused", "2 Mbps"; empty: there is none
    Tone tone = Tone::Warning;
    bool operator==(const CanvasBadge&) const = default;
};

/// By the host's id, and by the link.
struct CanvasBadges {
    std::map<std::string, CanvasBadge> hosts;
    std::map<LinkKey, CanvasBadge> links;
    bool operator==(const CanvasBadges&) const = default;
};

} // namespace lockstep
