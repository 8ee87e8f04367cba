// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/desktop.h"

#include "app/desktop/bus_thread.h"
#include "app/desktop/desktop_speaker.h"
#include "app/desktop/session_bus.h"
#include "app/desktop/tray_notices.h"

#include <QWidget>

namespace lockstep {

Desktop::Desktop(QObject* parent) : QObject(parent), m_tray(new TrayNotices(this))
{
    connect(m_tray, &TrayNotices::opened, this, [this](const QString& tag) { emit opened(tag, {}); });
}

Desktop::~Desktop()
{
    setProgress(std::nullopt);
}

DesktopSpeaker& Desktop::speaker()
{
    if (!m_speaker) {
        auto speaker = std::make_unique<DesktopSpeaker>(sessionBusAddress());
        m_speaker = speaker.get();
        connect(m_speaker, &DesktopSpeaker::opened, this, &Desktop::opened);
        connect(m_speaker, &DesktopSpeaker::refused, m_tray, &TrayNotices::show);
        m_thread = std::make_unique<BusThread>(QStringLiteral("desktop"), std::move(speaker));
    }
    return *m_speaker;
}

void Desktop::tell(std::function<void(DesktopSpeaker&)> what)
{
    DesktopSpeaker& speaker = this->speaker();
    QMetaObject::invokeMethod(
        &speaker, [&speaker, what = std::move(what)] { what(speaker); }, Qt::QueuedConnection);
}

void Desktop::notify(const Notice& notice)
{
    tell([notice](DesktopSpeaker& speaker) { speaker.notify(notice); });
}

void Desktop::setProgress(std::optional<double> share)
{
    if (share == m_progress)
        return;
    m_progress = share;
    tell([share](DesktopSpeaker& speaker) { speaker.showProgress(share); });
}

void bringToFront(QWidget& window, const QString& token)
{
    // Where Qt's Wayland platform looks for it.
    if (!token.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace lockstep
