// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/theme/theme.h"

#include <QObject>
#include <memory>

namespace lockstep {

class BusThread;

/// Follows what the desktop is set to, dark or light, while the program runs. Asks the desktop portal
/// (org.freedesktop.portal.Settings: org.freedesktop.appearance, color-scheme) on a thread of its own, so
/// that a bus that is slow or hangs holds nothing up. Without a session bus or a portal nothing ever changes.
class SystemTheme : public QObject {
    Q_OBJECT
public:
    explicit SystemTheme(QObject* parent = nullptr);
    /// Waits a second at most.
    ~SystemTheme() override;

signals:
    /// systemTheme() is another now.
    void changed(lockstep::ThemeKind kind);

private:
    /// 1: dark, 2: light, else no preference.
    void take(uint scheme);

    std::unique_ptr<BusThread> m_thread; ///< null: there is nobody to ask
};

} // namespace lockstep
