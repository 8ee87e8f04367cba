// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// What a person is told by the desktop.
struct Notice {
    QString tag; ///< says to the program what it is about; shown to nobody
    QString title;
    QString text;          ///< plain: nothing in it is markup
    bool isUrgent = false; ///< stays until it was seen
    bool operator==(const Notice&) const = default;
};

} // namespace lockstep
