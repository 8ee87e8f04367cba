// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/portal_reader.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace lockstep {

namespace {

const auto kConnection = QLatin1String("lockstep-portal");
const auto kService = QLatin1String("org.freedesktop.portal.Desktop");
const auto kPath = QLatin1String("/org/freedesktop/portal/desktop");
const auto kInterface = QLatin1String("org.freedesktop.portal.Settings");
const auto kGroup = QLatin1String("org.freedesktop.appearance");
const auto kKey = QLatin1String("color-scheme");
/// A portal may first have to be started.
constexpr int kAnswerMs = 10000;

} // namespace

PortalReader::~PortalReader()
{
    QDBusConnection::disconnectFromBus(kConnection);
}

void PortalReader::start(const QString& address)
{
    qRegisterMetaType<QDBusVariant>(); // else QtDBus does not know the slot's argument yet
    QDBusConnection bus = QDBusConnection::connectToBus(address, kConnection);
    if (!bus.isConnected())
        return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    ask();
}

void PortalReader::ask()
{
    QDBusMessage question =
        QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << QString(kGroup) << QString(kKey);
    auto* answer =
        new QDBusPendingCallWatcher(QDBusConnection(kConnection).asyncCall(question, kAnswerMs), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid()) // else there is no portal, or it does not know: nobody tells
            tell(reply.value().variant());
        answer->deleteLater();
    });
}

void PortalReader::settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == kGroup && key == kKey)
        tell(value.variant());
}

void PortalReader::tell(const QVariant& value)
{
    // Read answers with a variant within the variant; the signal does not.
    QVariant inner = value;
    while (inner.canConvert<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    bool isNumber = false;
    const uint scheme = inner.toUInt(&isNumber);
    if (isNumber)
        emit schemeRead(scheme);
}

} // namespace lockstep
