// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

namespace lockstep {

/// Below the canvas at the start of the program: other experiments to begin with than the one that is shown.
class StartStrip : public QFrame {
    Q_OBJECT
public:
    /// Offers the templates of a folder but the one at `shown`.
    StartStrip(const QString& templateFolder, const QString& shown, QWidget* parent = nullptr);
    const QString& shown() const { return m_shown; }

signals:
    void templateWanted(const QString& path);
    void galleryWanted();

private:
    QString m_shown;
};

} // namespace lockstep
