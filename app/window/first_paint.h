// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockstep {

/// Notices when a widget has been painted for the first time.
class FirstPaint : public QObject {
    Q_OBJECT
public:
    explicit FirstPaint(QWidget& widget);

signals:
    /// Milliseconds since the process was started, to 10 ms.
    void painted(double milliseconds);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace lockstep
