// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace lockstep {

/// One of the program's drawings (resources/icons, without ".svg") in one colour. Sharp at any scale factor:
/// `size` is in logical pixels.
QPixmap tintedPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio);

/// The same as an icon; its disabled form is a fainter one.
QIcon tintedIcon(const QString& name, const QColor& color);

} // namespace lockstep
