// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/desktop/private_bus.h"

#include <QDir>
#include <QFile>

namespace lockstep {

PrivateBus::PrivateBus(const QString& folder)
{
    QFile config(QDir(folder).filePath(QStringLiteral("bus.conf")));
    if (!config.open(QIODevice::WriteOnly))
        return;
    config.write("<busconfig><type>session</type><listen>unix:tmpdir=" + QFile::encodeName(folder) +
                 "</listen><auth>EXTERNAL</auth><policy context=\"default\"><allow send_destination=\"*\" "
                 "eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>");
    config.close();
    m_daemon.start(QStringLiteral("dbus-daemon"),
                   {QStringLiteral("--nofork"), QStringLiteral("--print-address"),
                    QStringLiteral("--config-file=") + config.fileName()});
    if (m_daemon.waitForReadyRead(10000))
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_daemon.readLine().trimmed());
}

PrivateBus::~PrivateBus()
{
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    m_daemon.kill();
    m_daemon.waitForFinished(5000);
}

} // namespace lockstep
