// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockstep {

/// What errors about the addresses of the first `hosts` hosts of an experiment have as their keys.
inline QStringList addressKeys(int hosts)
{
    QStringList keys;
    for (int i = 0; i < hosts; ++i)
        keys.append(QStringLiteral("topology.hosts.%1.address").arg(i));
    return keys;
}

} // namespace lockstep
