// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

namespace lockstep {

/// Reads an answer of the engine on another thread and hands what it says to `take` on the GUI thread, unless
/// `receiver` is gone by then. `read`: a function of the bytes alone.
template <typename Value, typename Take>
void readInBackground(QObject* receiver, QByteArray bytes, Value (*read)(const QByteArray&), Take take)
{
    QThreadPool::globalInstance()->start(
        [receiver = QPointer<QObject>(receiver), bytes = std::move(bytes), read, take] {
            // Asked on the thread it lives on, where it may be gone.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [receiver, take, value = read(bytes)] {
                    if (receiver)
                        take(value);
                },
                Qt::QueuedConnection);
        });
}

} // namespace lockstep
