// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/host_book.h"
#include "app/topology/palette/palette_entry.h"

#include <QString>
#include <optional>
#include <vector>

namespace lockstep {

/// Where something in the palette comes from; what is in the user's books can be renamed and removed.
enum class PaletteOrigin { Fresh, Template, Saved, Ssh };

/// A row of the palette: a heading, something that can be put on the canvas, or a book that cannot be read.
struct PaletteRow {
    enum class Kind { Heading, Entry, Damage };
    Kind kind = Kind::Entry;
    QString name;
    QString detail;  ///< a second, muted line; may be empty
    QString icon;    ///< a name for tintedIcon; empty: none
    QString toolTip; ///< plain text, lines at \n
    QString spoken;  ///< what a screen reader says; empty: the name
    PaletteOrigin origin = PaletteOrigin::Fresh;
    PaletteEntry entry = {}; ///< of an Entry
    bool isOwn() const { return origin == PaletteOrigin::Template || origin == PaletteOrigin::Saved; }
};

/// Fresh nodes first, then templates, saved hosts, and the hosts that an SSH configuration names; those of
/// which there are none go without a heading.
std::vector<PaletteRow> paletteRows(const HostBook& templates, const HostBook& saved,
                                    const std::vector<Host>& ssh);
/// How many of them are fresh nodes.
inline constexpr int kFreshRows = 5;

} // namespace lockstep
