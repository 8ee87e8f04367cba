// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/remembered.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStyle>
#include <algorithm>

namespace lockstep {

void rememberSizes(QSplitter& splitter, const QString& name)
{
    const QString key = QStringLiteral("window/sizes/") + name;
    const QByteArray kept = QSettings().value(key).toByteArray();
    if (!kept.isEmpty())
        splitter.restoreState(kept);
    QObject::connect(&splitter, &QSplitter::splitterMoved, &splitter,
                     [&splitter, key] { QSettings().setValue(key, splitter.saveState()); });
}

bool rememberColumns(QHeaderView& head, const QString& name)
{
    const QString key = QStringLiteral("window/columns/") + name;
    QObject::connect(&head, &QHeaderView::sectionResized, &head, [&head, key] {
        // By hand, not because a column stretches.
        if (QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
            QSettings().setValue(key, head.saveState());
    });
    const QByteArray kept = QSettings().value(key).toByteArray();
    return !kept.isEmpty() && head.restoreState(kept);
}

void fitScreen(QWidget& window)
{
    const QScreen* screen = window.screen();
    if (!screen || window.isMaximized() || window.isFullScreen())
        return;
    QRect room = screen->availableGeometry();
    // What is above a window is known once that has been shown; the main one was left as it is to be.
    if (!window.isVisible() && !qobject_cast<QMainWindow*>(&window))
        room.setTop(room.top() + window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window));
    window.resize(window.size().boundedTo(room.size()));
    const QPoint lowest = room.bottomRight() - QPoint(window.width() - 1, window.height() - 1);
    if (!room.contains(window.geometry()))
        window.move(std::clamp(window.x(), room.left(), std::max(room.left(), lowest.x())),
                    std::clamp(window.y(), room.top(), std::max(room.top(), lowest.y())));
}

void keepMiddleWide(QSplitter& splitter)
{
    QList<int> sizes = splitter.sizes();
    if (sizes.size() != 3)
        return;
    const int all = sizes[0] + sizes[1] + sizes[2];
    if (sizes[1] * 2 >= all)
        return;
    const int outer = sizes[0] + sizes[2];
    const int room = all - all / 2;
    const auto least = [&](int index) { return splitter.widget(index)->minimumSizeHint().width(); };
    for (const int index : {0, 2})
        sizes[index] =
            std::max(std::min(sizes[index], least(index)), sizes[index] * room / std::max(1, outer));
    sizes[1] = all - sizes[0] - sizes[2];
    splitter.setSizes(sizes);
}

} // namespace lockstep
