// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"

#include <QString>
#include <optional>

class QMimeData;

namespace lockstep {

/// One thing that can be put on the canvas.
struct PaletteEntry {
    enum class Kind { ThisComputer, CpuHost, GpuHost, Switch, Network, KnownHost, Template };
    Kind kind = Kind::CpuHost;
    Host known; ///< KnownHost and Template only
};

/// What a drag from the palette carries: a fresh node or a template in our own format, a known host as text.
/// The caller owns it.
QMimeData* toMimeData(const PaletteEntry& entry);
/// A fresh node that a drag carries.
std::optional<PaletteEntry> entryOf(const QMimeData* data);

/// Puts one on the canvas with its middle at `center`; the id of the new node, empty when the drawing is
/// full.
std::string addEntry(ExperimentDocument& document, const PaletteEntry& entry, const QPointF& center);
/// How large it will be.
QSizeF sizeOf(const PaletteEntry& entry);

} // namespace lockstep
