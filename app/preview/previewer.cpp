// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/previewer.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

namespace lockstep {

void Previewer::answer(QByteArray json)
{
    QThreadPool::globalInstance()->start(
        [self = QPointer<Previewer>(this), preview = m_preview, json = std::move(json)] {
            const PreviewResult result = readPreviewedData(json);
            // Asked on the thread it lives on, where it may be gone or busy with another preview.
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, preview, result] {
                    if (self && self->m_preview == preview)
                        emit self->previewed(result);
                },
                Qt::QueuedConnection);
        });
}

/// Later, for the caller of preview() hears of it after that call only.
void Previewer::answer(const Error& error)
{
    QMetaObject::invokeMethod(
        this,
        [this, error, preview = m_preview] {
            if (m_preview == preview)
                emit previewed(error);
        },
        Qt::QueuedConnection);
}

} // namespace lockstep
