// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFrame>
#include <QString>
#include <QVector>
#include <optional>

namespace lockstep {

/// A run that has not ended, for all that is known here.
struct LiveRun {
    QString folder;
    QString name;
    std::optional<QDateTime> lastHeardOf; ///< set where it may have ended since
};

/// Below the canvas at the start of the program: runs that went on without it, to be opened.
class LiveRunStrip : public QFrame {
    Q_OBJECT
public:
    explicit LiveRunStrip(const QVector<LiveRun>& runs, QWidget* parent = nullptr);

signals:
    void openWanted(const QString& folder);
    /// There are more of them than buttons.
    void listWanted();
    void putAway();
};

} // namespace lockstep
