// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/looker.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace lockstep {

void Looker::answer(QByteArray json)
{
    QThreadPool::globalInstance()->start(
        [self = QPointer<Looker>(this), look = m_look, json = std::move(json)] {
            const LookResult result = readLookedData(json);
            // Asked on the thread it lives on, where it may be gone or busy with another look.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, look, result] {
                    if (self && self->m_look == look)
                        emit self->looked(result);
                },
                Qt::QueuedConnection);
        });
}

/// Later, for the caller of look() hears of it after that call only.
void Looker::answer(const Error& error)
{
    QMetaObject::invokeMethod(
        this,
        [this, error, look = m_look] {
            if (m_look == look)
                emit looked(error);
        },
        Qt::QueuedConnection);
}

} // namespace lockstep
