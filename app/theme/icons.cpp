// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

static void initializeResources()
{
    Q_INIT_RESOURCE(lockstep);
}

namespace lockstep {

namespace {

constexpr float kDisabledOpacity = 0.4f;

QByteArray drawing(const QString& name, const QColor& color)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        initializeResources();
        if (!file.open(QIODevice::ReadOnly))
            return {};
    }
    return file.readAll().replace("currentColor", color.name().toLatin1());
}

QPixmap rendered(const QString& name, const QColor& color, int size, qreal ratio)
{
    QPixmap pixmap(qRound(size * ratio), qRound(size * ratio));
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(color.alphaF());
    QSvgRenderer(drawing(name, color)).render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

} // namespace

QPixmap tintedPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio)
{
    const QString key = QStringLiteral("lockstep/%1/%2/%3/%4")
                            .arg(name, color.name(QColor::HexArgb))
                            .arg(size)
                            .arg(devicePixelRatio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = rendered(name, color, size, devicePixelRatio);
        QPixmapCache::insert(key, pixmap);
    }
    return pixmap;
}

QIcon tintedIcon(const QString& name, const QColor& color)
{
    QColor faint = color;
    faint.setAlphaF(kDisabledOpacity);
    QIcon icon;
    for (const int size : {18, 28}) {
        for (const qreal ratio : {1.0, 2.0}) {
            icon.addPixmap(tintedPixmap(name, color, size, ratio));
            icon.addPixmap(tintedPixmap(name, faint, size, ratio), QIcon::Disabled);
        }
    }
    return icon;
}

} // namespace lockstep
