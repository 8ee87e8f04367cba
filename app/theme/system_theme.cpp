// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/system_theme.h"

#include "app/theme/portal_reader.h"

#include <QFileInfo>
#include <QThread>

namespace lockstep {

namespace {

constexpr unsigned long kEndMs = 1000;

/// As the D-Bus specification has it, but for starting a bus where there is none. Empty: there is none.
QString sessionBusAddress()
{
    const QString address = qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS");
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!address.isEmpty() || folder.isEmpty() || !QFileInfo::exists(folder + QStringLiteral("/bus")))
        return address;
    return QStringLiteral("unix:path=") + folder + QStringLiteral("/bus");
}

} // namespace

SystemTheme::SystemTheme(QObject* parent) : QObject(parent)
{
    const QString address = sessionBusAddress();
    if (address.isEmpty())
        return;
    m_thread = new QThread;
    m_thread->setObjectName(QStringLiteral("portal"));
    auto* reader = new PortalReader;
    reader->moveToThread(m_thread);
    connect(m_thread, &QThread::started, reader, [reader, address] { reader->start(address); });
    connect(m_thread, &QThread::finished, reader, &QObject::deleteLater);
    connect(reader, &PortalReader::schemeRead, this, &SystemTheme::take);
    m_thread->start(QThread::LowPriority);
}

SystemTheme::~SystemTheme()
{
    if (!m_thread)
        return;
    m_thread->quit();
    // A bus that hangs keeps its thread for as long as it does.
    if (m_thread->wait(kEndMs))
        delete m_thread;
    else
        connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
}

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
