// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/picture_object.h"

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QPaintDevice>
#include <QPainter>
#include <QSvgRenderer>
#include <QTextDocument>

namespace lockstep {

namespace {

/// Of a logical pixel.
constexpr qreal kUsualDpi = 96;
/// A picture stands on a page with its caption.
constexpr qreal kMostOfPage = 0.85;

} // namespace

PictureObject::PictureObject(const RunReport& report)
{
    for (const ReportSection& section : report.sections)
        m_pictures += section.pictures;
}

ReportPicture PictureObject::pictureOf(const QTextFormat& format) const
{
    return m_pictures.value(format.toImageFormat().name().toLongLong());
}

QSizeF PictureObject::intrinsicSize(QTextDocument* document, int, const QTextFormat& format)
{
    const QPaintDevice* paper = document->documentLayout()->paintDevice();
    const qreal dpi = paper ? paper->logicalDpiX() : kUsualDpi;
    const QSizeF natural = QSizeF(pictureOf(format).size) * dpi / kUsualDpi;
    const QSizeF room(document->pageSize().width(), document->pageSize().height() * kMostOfPage);
    return natural.width() <= room.width() && natural.height() <= room.height()
               ? natural
               : natural.scaled(room, Qt::KeepAspectRatio);
}

void PictureObject::drawObject(QPainter* painter, const QRectF& place, QTextDocument*, int,
                               const QTextFormat& format)
{
    const ReportPicture picture = pictureOf(format);
    if (picture.kind == ReportPicture::Kind::Svg)
        QSvgRenderer(picture.bytes).render(painter, place);
    else
        painter->drawImage(place, QImage::fromData(picture.bytes));
}

} // namespace lockstep
