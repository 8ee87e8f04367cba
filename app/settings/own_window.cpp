// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/own_window.h"

#include "app/settings/remembered.h"

#include <QShortcut>
#include <QWidget>

namespace lockstep {

void standAlone(QWidget& window, const QSize& size)
{
    window.setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(new QShortcut(QKeySequence::Close, &window), &QShortcut::activated, &window,
                     &QWidget::close);
    window.resize(size);
    fitScreen(window);
}

} // namespace lockstep
