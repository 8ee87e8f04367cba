// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/notice.h"

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

class QWidget;

namespace lockstep {

class BusThread;
class DesktopSpeaker;
class TrayNotices;

/// What the program tells the desktop: notices, and how far it is, on its icon in the taskbar or dock.
/// Nothing is started before there is something to tell, and nothing waits for the desktop. GUI thread.
class Desktop : public QObject {
    Q_OBJECT
public:
    explicit Desktop(QObject* parent = nullptr);
    /// The icon shows no progress any more. Waits a second at most.
    ~Desktop() override;

    void notify(const Notice& notice);
    /// 0 ... 1; nothing: none is shown.
    void setProgress(std::optional<double> share);

signals:
    /// A person has chosen a notice with this tag. `token`: for bringToFront().
    void opened(const QString& tag, const QString& token);

private:
    DesktopSpeaker& speaker();
    /// On its thread, in its turn.
    void tell(std::function<void(DesktopSpeaker&)> what);

    std::unique_ptr<BusThread> m_thread; ///< null: nothing was told so far
    DesktopSpeaker* m_speaker = nullptr; ///< lives on it
    TrayNotices* m_tray;
    std::optional<double> m_progress;
};

/// Shows the window over all others, with the keyboard. `token`: that lets it come to the front on desktops
/// where windows may not do so by themselves; empty: none.
void bringToFront(QWidget& window, const QString& token);

} // namespace lockstep
