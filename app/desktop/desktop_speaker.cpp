// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/desktop_speaker.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QVariantMap>

namespace lockstep {

namespace {

const auto kConnection = QLatin1String("lockstep-desktop");
const auto kService = QLatin1String("org.freedesktop.Notifications");
const auto kPath = QLatin1String("/org/freedesktop/Notifications");
const auto kOpen = QLatin1String("default"); ///< the action of a click on the notice itself
/// A service may first have to be started.
constexpr int kAnswerMs = 10000;

QDBusMessage callOf(const char* method)
{
    return QDBusMessage::createMethodCall(kService, kPath, kService, QLatin1String(method));
}

enum : uchar { kNormal = 1, kCritical = 2 };

} // namespace

DesktopSpeaker::~DesktopSpeaker()
{
    QDBusConnection::disconnectFromBus(kConnection);
}

std::optional<QDBusConnection> DesktopSpeaker::bus()
{
    if (m_address.isEmpty())
        return std::nullopt;
    if (m_isConnected)
        return QDBusConnection(kConnection);
    QDBusConnection bus = QDBusConnection::connectToBus(m_address, kConnection);
    if (!bus.isConnected()) {
        QDBusConnection::disconnectFromBus(kConnection);
        return std::nullopt;
    }
    const auto listen = [&](const char* signal, const char* slot) {
        bus.connect(kService, kPath, kService, QLatin1String(signal), this, slot);
    };
    listen("ActionInvoked", SLOT(actionInvoked(uint, QString)));
    listen("ActivationToken", SLOT(activationToken(uint, QString)));
    listen("NotificationClosed", SLOT(closed(uint, uint)));
    m_isConnected = true;
    return bus;
}

void DesktopSpeaker::notify(const Notice& notice)
{
    // Asked each time: another service may have taken over.
    askAbilities(notice, [this, notice](const QStringList& abilities) { show(notice, abilities); });
}

void DesktopSpeaker::askAbilities(const Notice& notice, const std::function<void(const QStringList&)>& then)
{
    std::optional<QDBusConnection> bus = this->bus();
    if (!bus) {
        emit refused(notice);
        return;
    }
    auto* answer = new QDBusPendingCallWatcher(bus->asyncCall(callOf("GetCapabilities"), kAnswerMs), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, notice, then] {
        const QDBusPendingReply<QStringList> reply = *answer;
        if (reply.isValid())
            then(reply.value());
        else
            emit refused(notice);
        answer->deleteLater();
    });
}

void DesktopSpeaker::show(const Notice& notice, const QStringList& abilities)
{
    const bool readsMarkup = abilities.contains(QLatin1String("body-markup"));
    QStringList actions;
    if (abilities.contains(QLatin1String("actions")))
        actions = {QString(kOpen), tr("Show")};
    const QString name = QGuiApplication::desktopFileName();
    const QVariantMap hints = {
        {QStringLiteral("desktop-entry"), name},
        {QStringLiteral("urgency"), QVariant::fromValue<uchar>(notice.isUrgent ? kCritical : kNormal)}};
    QDBusMessage call = callOf("Notify");
    constexpr uint kReplacesNone = 0;
    constexpr int kAsTheServiceLikes = -1; // how long it is shown
    call << QStringLiteral("Lockstep") << kReplacesNone << name << notice.title
         << (readsMarkup ? notice.text.toHtmlEscaped() : notice.text) << actions << hints
         << kAsTheServiceLikes;
    auto* answer = new QDBusPendingCallWatcher(QDBusConnection(kConnection).asyncCall(call, kAnswerMs), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, notice] {
        const QDBusPendingReply<uint> reply = *answer;
        if (reply.isValid())
            m_tags.insert(reply.value(), notice.tag);
        else
            emit refused(notice);
        answer->deleteLater();
    });
}

void DesktopSpeaker::actionInvoked(uint id, const QString& action)
{
    if (action == kOpen && m_tags.contains(id))
        emit opened(m_tags.value(id), m_tokens.take(id));
}

void DesktopSpeaker::activationToken(uint id, const QString& token)
{
    if (m_tags.contains(id)) // every program hears of all notices
        m_tokens.insert(id, token);
}

void DesktopSpeaker::closed(uint id, uint)
{
    m_tags.remove(id);
    m_tokens.remove(id);
}

void DesktopSpeaker::showProgress(std::optional<double> share)
{
    std::optional<QDBusConnection> bus = this->bus();
    if (!bus)
        return;
    const QString program =
        QStringLiteral("application://%1.desktop").arg(QGuiApplication::desktopFileName());
    // The path is any, but one for each program: docks tell them apart by the first argument.
    QDBusMessage update = QDBusMessage::createSignal(QStringLiteral("/org/lockstep/Lockstep"),
                                                     QStringLiteral("com.canonical.Unity.LauncherEntry"),
                                                     QStringLiteral("Update"));
    update << program
           << QVariantMap{{QStringLiteral("progress"), share.value_or(0)},
                          {QStringLiteral("progress-visible"), share.has_value()}};
    bus->send(update);
}

} // namespace lockstep
