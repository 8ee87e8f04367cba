// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/tray_notices.h"

#include <QGuiApplication>
#include <QSystemTrayIcon>

namespace lockstep {

TrayNotices::TrayNotices(QObject* parent) : QObject(parent)
{
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (m_icon && state == Qt::ApplicationActive)
            m_icon->hide();
    });
}

void TrayNotices::show(const Notice& notice)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_icon) {
        m_icon = new QSystemTrayIcon(QGuiApplication::windowIcon(), this);
        connect(m_icon, &QSystemTrayIcon::messageClicked, this, [this] { emit opened(m_tag); });
        connect(m_icon, &QSystemTrayIcon::activated, this, [this] { emit opened(m_tag); });
    }
    m_tag = notice.tag;
    m_icon->setToolTip(notice.title);
    m_icon->show();
    m_icon->showMessage(notice.title, notice.text,
                        notice.isUrgent ? QSystemTrayIcon::Warning : QSystemTrayIcon::Information);
}

} // namespace lockstep
