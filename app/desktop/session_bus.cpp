// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session_bus.h"

#include <QFileInfo>

namespace lockstep {

QString sessionBusAddress()
{
    const QString address = qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS");
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!address.isEmpty() || folder.isEmpty() || !QFileInfo::exists(folder + QStringLiteral("/bus")))
        return address;
    return QStringLiteral("unix:path=") + folder + QStringLiteral("/bus");
}

} // namespace lockstep
