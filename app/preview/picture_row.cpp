// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/picture_row.h"

#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kSide = 42;
constexpr int kGap = 6;

QSize shownSize(const QImage& image, int side, qreal ratio)
{
    const int longest = std::max(image.width(), image.height());
    const int room = qRound(side * ratio);
    if (longest * 2 <= room)
        return image.size() * (room / longest);
    return image.size().scaled(room, room, Qt::KeepAspectRatio);
}

} // namespace

void paintSample(QPainter& painter, const QRect& square, const QImage& image, const QPalette& palette)
{
    const ThemeColors& colors = themeColors(palette);
    const qreal ratio = painter.device()->devicePixelRatioF();
    if (image.isNull()) {
        painter.fillRect(square, colors.card);
        const int side = std::min(24, square.width() / 2);
        QRect sign(0, 0, side, side);
        sign.moveCenter(square.center());
        painter.drawPixmap(sign, tintedPixmap(QStringLiteral("warning"), colors.warning, side, ratio));
        return;
    }
    const QSize pixels = shownSize(image, square.width(), ratio);
    const bool isEnlarged = pixels.width() >= 2 * image.width();
    QImage shown = image.scaled(pixels, Qt::IgnoreAspectRatio,
                                isEnlarged ? Qt::FastTransformation : Qt::SmoothTransformation);
    QRectF target(QPointF(), QSizeF(pixels) / ratio);
    target.moveCenter(QRectF(square).center());
    target.moveTopLeft({qRound(target.left() * ratio) / ratio, qRound(target.top() * ratio) / ratio});
    painter.drawImage(target, shown);
}

PictureRow::PictureRow(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void PictureRow::setPictures(const PreviewedData& seen)
{
    m_entries.clear();
    if (!seen.preview.parts.empty()) {
        const std::vector<PreviewPicture>& pictures = seen.preview.parts.front().pictures;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            m_entries.push_back({seen.images.front()[i], classText(seen.preview, pictures[i].label)});
    }
    QStringList names;
    for (int i = 0; i < visibleCount(); ++i)
        names.append(m_entries[static_cast<std::size_t>(i)].name);
    setAccessibleDescription(names.join(QStringLiteral(", ")));
    update();
}

void PictureRow::clear()
{
    m_entries.clear();
    setAccessibleDescription({});
    update();
}

QSize PictureRow::sizeHint() const
{
    return {6 * (kSide + kGap) - kGap, kSide};
}

QSize PictureRow::minimumSizeHint() const
{
    return {kSide, kSide};
}

int PictureRow::visibleCount() const
{
    return std::min(static_cast<int>(m_entries.size()), (width() + kGap) / (kSide + kGap));
}

QRect PictureRow::square(int index) const
{
    const int room = (width() + kGap) / (kSide + kGap);
    // Spread over the width, so that the row ends where the fields end.
    const int step = room > 1 ? (width() - kSide) / (room - 1) : 0;
    return {index * step, 0, kSide, kSide};
}

void PictureRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int i = 0; i < visibleCount(); ++i)
        paintSample(painter, square(i), m_entries[static_cast<std::size_t>(i)].image, palette());
}

void PictureRow::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()) && !m_entries.empty())
        emit clicked();
}

bool PictureRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int i = 0; i < visibleCount(); ++i) {
        if (square(i).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), wrappedText(m_entries[static_cast<std::size_t>(i)].name),
                               this);
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace lockstep
