// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/system_theme.h"

#include "app/desktop/bus_thread.h"
#include "app/desktop/session_bus.h"
#include "app/theme/portal_reader.h"

namespace lockstep {

SystemTheme::SystemTheme(QObject* parent) : QObject(parent)
{
    const QString address = sessionBusAddress();
    if (address.isEmpty())
        return;
    auto owned = std::make_unique<PortalReader>();
    PortalReader* reader = owned.get();
    connect(reader, &PortalReader::schemeRead, this, &SystemTheme::take);
    m_thread = std::make_unique<BusThread>(QStringLiteral("portal"), std::move(owned));
    QMetaObject::invokeMethod(
        reader, [reader, address] { reader->start(address); }, Qt::QueuedConnection);
}

SystemTheme::~SystemTheme() = default;

void SystemTheme::take(uint scheme)
{
    constexpr uint kDark = 1;
    constexpr uint kLight = 2;
    const ThemeKind before = systemTheme();
    if (scheme == kDark || scheme == kLight)
        setSystemTheme(scheme == kDark ? ThemeKind::Dark : ThemeKind::Light);
    else
        setSystemTheme(std::nullopt);
    if (systemTheme() != before)
        emit changed(systemTheme());
}

} // namespace lockstep
