// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/first_paint.h"

#include <QEvent>
#include <QFile>
#include <QTimer>
#include <QWidget>
#include <ctime>
#include <unistd.h>

namespace lockstep {

namespace {

/// proc(5): field 22 of /proc/self/stat is the start of the process, in clock ticks since the boot.
double millisecondsSinceStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray stat = file.readAll();
    // The second field, the program's name in brackets, may itself hold spaces.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype kStartTime = 22 - 3;
    const double ticks = fields.value(kStartTime).toDouble();
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double seconds = static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
    return (seconds - ticks / static_cast<double>(sysconf(_SC_CLK_TCK))) * 1000;
}

} // namespace

FirstPaint::FirstPaint(QWidget& widget) : QObject(&widget)
{
    widget.installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Paint) {
        object->removeEventFilter(this);
        // After this event the picture stands in the window.
        QTimer::singleShot(0, this, [this] { emit painted(millisecondsSinceStart()); });
    }
    return QObject::eventFilter(object, event);
}

} // namespace lockstep
