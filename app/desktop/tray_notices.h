// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/notice.h"

#include <QObject>

class QSystemTrayIcon;

namespace lockstep {

/// Notices beside an icon in the tray, for desktops with nobody else who shows them; nothing happens where
/// there is no tray either. The icon goes when the program is looked at.
class TrayNotices : public QObject {
    Q_OBJECT
public:
    explicit TrayNotices(QObject* parent = nullptr);

    void show(const Notice& notice);

signals:
    void opened(const QString& tag);

private:
    QSystemTrayIcon* m_icon = nullptr; ///< null: none was needed so far
    QString m_tag;                     ///< of the newest notice
};

} // namespace lockstep
