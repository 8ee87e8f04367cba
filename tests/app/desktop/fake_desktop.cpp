// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/desktop/fake_desktop.h"

#include <QDBusConnection>

namespace lockstep {

namespace {

const auto kConnection = QLatin1String("fake-desktop");

} // namespace

FakeDesktop::FakeDesktop(QStringList abilities) : m_abilities(std::move(abilities))
{
    QDBusConnection bus =
        QDBusConnection::connectToBus(qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"), kConnection);
    bus.connect({}, {}, QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"), this,
                SLOT(update(QString, QVariantMap)));
    bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), this,
                       QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    bus.registerService(QStringLiteral("org.freedesktop.Notifications"));
}

FakeDesktop::~FakeDesktop()
{
    QDBusConnection::disconnectFromBus(kConnection);
}

uint FakeDesktop::Notify(const QString&, uint, const QString&, const QString& title, const QString& text,
                         const QStringList& actions, const QVariantMap& hints, int)
{
    const auto id = static_cast<uint>(m_notices.size() + 1);
    m_notices.append({id, title, text, actions, hints});
    return id;
}

void FakeDesktop::click(uint id, const QString& token)
{
    if (!token.isEmpty())
        emit ActivationToken(id, token);
    emit ActionInvoked(id, QStringLiteral("default"));
    emit NotificationClosed(id, 2);
}

void FakeDesktop::update(const QString& program, const QVariantMap& entry)
{
    if (program != QLatin1String("application://org.lockstep.Lockstep.desktop"))
        return;
    const bool isVisible = entry.value(QStringLiteral("progress-visible")).toBool();
    m_progress.append(isVisible ? entry.value(QStringLiteral("progress")).toDouble() : -1);
}

} // namespace lockstep
