// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/own_window.h"

#include "app/settings/remembered.h"

#include <QScreen>
#include <QShortcut>
#include <QStyle>
#include <QWidget>

namespace lockstep {

void standAlone(QWidget& window, const QSize& size)
{
    window.setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(new QShortcut(QKeySequence::Close, &window), &QShortcut::activated, &window,
                     &QWidget::close);
    // The frame is known once there is one: the title above the window takes about this much of the screen.
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    const QScreen* screen = window.screen();
    window.resize(screen ? size.boundedTo(screen->availableSize() - QSize(0, title)) : size);
    fitScreen(window);
}

} // namespace lockstep
