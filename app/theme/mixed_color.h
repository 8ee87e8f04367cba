// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace lockstep {

/// `share` of the other and the rest of the one, 0 ... 1, without regard to transparency.
inline QColor mixed(const QColor& one, const QColor& other, double share)
{
    const auto mix = [share](float from, float to) {
        return static_cast<float>(from * (1 - share) + to * share);
    };
    return QColor::fromRgbF(mix(one.redF(), other.redF()), mix(one.greenF(), other.greenF()),
                            mix(one.blueF(), other.blueF()));
}

} // namespace lockstep
