// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "engine/protocol/topology.h"

#include <QString>
#include <vector>

class QWidget;

namespace lockstep {

class HostPalette;

/// Keeps hosts of a drawing in the palette, and asks before others of their names go.
class HostKeeping {
public:
    /// Questions are asked over `window`.
    HostKeeping(HostPalette& palette, QWidget& window) : m_palette(palette), m_window(window) {}

    Result<void> saveHosts(const std::vector<Host>& hosts);
    /// Asks for a name, and keeps what a single host is made of.
    Result<void> saveTemplate(const std::vector<Host>& hosts);

private:
    /// Empty when the question is given up.
    QString askName(const QString& proposal) const;
    bool mayReplace(const QString& question) const;

    HostPalette& m_palette;
    QWidget& m_window;
};

} // namespace lockstep
