// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace lockstep {

/// Logs of other programs, each in a window of its own beside the program's.
class LogWindows : public QObject {
    Q_OBJECT
public:
    /// Dialogs appear over `window`, which also owns this.
    explicit LogWindows(QWidget& window);

    /// Whether a file that was brought is a log: anything but an experiment, which is JSON.
    static bool isLog(const QString& path);
    /// Asks which ones.
    void chooseAndOpen();
    void open(const QStringList& files);

private:
    QWidget& m_window;
};

} // namespace lockstep
