// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/notice.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>

class QDBusConnection;

namespace lockstep {

/// Speaks with the desktop over the session bus: notices by org.freedesktop.Notifications, progress on the
/// program's icon by com.canonical.Unity.LauncherEntry. Connects when there is first something to say, which
/// blocks: it belongs on a BusThread.
class DesktopSpeaker : public QObject {
    Q_OBJECT
public:
    /// `address`: of the session bus; empty: there is none.
    explicit DesktopSpeaker(QString address) : m_address(std::move(address)) {}
    ~DesktopSpeaker() override;

    void notify(const Notice& notice);
    /// 0 ... 1; nothing: the icon shows none.
    void showProgress(std::optional<double> share);

signals:
    /// A person has chosen this notice. `token` lets the program's window come to the front where windows may
    /// not do so by themselves; empty: none was given.
    void opened(const QString& tag, const QString& token);
    /// There is nobody who shows it.
    void refused(const lockstep::Notice& notice);

private slots:
    void actionInvoked(uint id, const QString& action);
    void activationToken(uint id, const QString& token);
    void closed(uint id, uint reason);

private:
    /// Nothing where there is no bus.
    std::optional<QDBusConnection> bus();
    /// What the service can do; `then` is left out when it does not answer, and `notice` is refused.
    void askAbilities(const Notice& notice, const std::function<void(const QStringList&)>& then);
    void show(const Notice& notice, const QStringList& abilities);

    QString m_address;
    bool m_isConnected = false;
    QHash<uint, QString> m_tags; ///< of the notices that are shown, by their ids
    QHash<uint, QString> m_tokens;
};

} // namespace lockstep
