// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMimeData;
class QWidget;

namespace lockstep {

/// Lets one drop a file or a folder on a window.
class FileDrop : public QObject {
    Q_OBJECT
public:
    explicit FileDrop(QWidget& window);

signals:
    /// After the drop has ended, so that dialogs may follow.
    void fileDropped(const QString& path);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

/// The one local file or folder that is dragged; empty for anything else.
QString draggedFile(const QMimeData& data);

} // namespace lockstep
