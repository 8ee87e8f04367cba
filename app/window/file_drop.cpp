// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/file_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QTimer>
#include <QUrl>
#include <QWidget>

namespace lockstep {

FileDrop::FileDrop(QWidget& window) : QObject(&window)
{
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* object, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return QObject::eventFilter(object, event);
    auto* drop = static_cast<QDropEvent*>(event);
    const QString path = draggedFile(*drop->mimeData());
    if (path.isEmpty())
        return QObject::eventFilter(object, event);
    drop->setDropAction(Qt::CopyAction); // the file stays where it is
    drop->accept();
    if (type == QEvent::Drop)
        QTimer::singleShot(0, this, [this, path] { emit fileDropped(path); });
    return true;
}

QString draggedFile(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile())
        return {};
    const QString path = urls.front().toLocalFile();
    const QFileInfo info(path);
    return info.isFile() || info.isDir() ? path : QString();
}

} // namespace lockstep
