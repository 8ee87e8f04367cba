// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/histogram_view.h"

#include "app/insight/tensor_model.h"
#include "app/theme/theme.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <limits>

namespace lockstep {

namespace {

constexpr int kMargin = 10;

} // namespace

void paintHistogram(QPainter& painter, const QRectF& room, const QVector<qint64>& bins, const QColor& color)
{
    if (bins.isEmpty())
        return;
    const auto most = static_cast<double>(std::max<qint64>(1, *std::ranges::max_element(bins)));
    const double width = room.width() / static_cast<double>(bins.size());
    for (qsizetype bin = 0; bin < bins.size(); ++bin) {
        if (bins[bin] == 0)
            continue;
        // A single value among millions is still seen.
        const double height = std::max(1.0, room.height() * static_cast<double>(bins[bin]) / most);
        painter.fillRect(QRectF(room.left() + static_cast<double>(bin) * width, room.bottom() - height,
                                std::max(1.0, width * 0.9), height),
                         color);
    }
}

HistogramView::HistogramView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("tensorHistogram"));
    describe();
}

void HistogramView::setTensor(const QString& name, const TensorContents& tensor)
{
    m_name = name;
    m_tensor = tensor;
    m_bins = QVector<qint64>(tensor.histogram.begin(), tensor.histogram.end());
    describe();
    update();
}

void HistogramView::clear()
{
    m_name.clear();
    m_bins.clear();
    describe();
    update();
}

void HistogramView::describe()
{
    setAccessibleName(tr("Distribution of the values"));
    QString description;
    if (!m_name.isEmpty() && m_bins.isEmpty())
        description = tr("%1: no value is finite").arg(m_name);
    else if (!m_name.isEmpty())
        description = tr("%1: from %2 to %3, mean %4")
                          .arg(m_name, figureText(*m_tensor.least), figureText(*m_tensor.largest),
                               figureText(*m_tensor.mean));
    setAccessibleDescription(description);
}

QSize HistogramView::sizeHint() const
{
    return {320, 180};
}

QSize HistogramView::minimumSizeHint() const
{
    return {200, 110};
}

QRectF HistogramView::bars() const
{
    const int line = fontMetrics().height() + 4;
    return QRectF(rect()).adjusted(kMargin, kMargin + line, -kMargin, -kMargin - line);
}

double HistogramView::edge(int bin) const
{
    const double half = *m_tensor.least == *m_tensor.largest ? 0.5 : 0;
    const double width = *m_tensor.largest - *m_tensor.least + 2 * half;
    return *m_tensor.least - half + width * bin / static_cast<double>(m_bins.size());
}

QString HistogramView::barText(int bin) const
{
    return tr("%1 to %2: %Ln value(s)", nullptr,
              static_cast<int>(std::min<qint64>(m_bins[bin], std::numeric_limits<int>::max())))
        .arg(figureText(edge(bin)), figureText(edge(bin + 1)));
}

void HistogramView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ThemeColors& colors = themeColors(palette());
    const QRectF room = bars();
    const QRectF title(room.left(), kMargin, room.width(), fontMetrics().height());
    if (m_name.isEmpty()) {
        painter.setPen(colors.mutedText);
        painter.drawText(rect().adjusted(kMargin, 0, -kMargin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Choose a tensor to see how its values are spread."));
        return;
    }
    painter.setPen(colors.text);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_name, Qt::ElideMiddle, static_cast<int>(title.width())));
    painter.setPen(colors.mutedText);
    if (m_bins.isEmpty()) {
        painter.drawText(room, Qt::AlignCenter, tr("No value is finite."));
        return;
    }
    painter.fillRect(QRectF(room.left(), room.bottom(), room.width(), 1), colors.grid);
    paintHistogram(painter, room, m_bins, colors.accent);
    const QRectF axis(room.left(), room.bottom() + 4, room.width(), fontMetrics().height());
    painter.drawText(axis, Qt::AlignLeft, figureText(edge(0)));
    painter.drawText(axis, Qt::AlignRight, figureText(edge(static_cast<int>(m_bins.size()))));
    const qint64 most = *std::ranges::max_element(m_bins);
    painter.drawText(axis, Qt::AlignHCenter, tr("highest: %1").arg(QLocale().toString(most)));
}

bool HistogramView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bins.isEmpty())
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const QRectF room = bars();
    const auto bin =
        static_cast<int>((help->pos().x() - room.left()) / room.width() * static_cast<double>(m_bins.size()));
    if (room.contains(help->pos()) && bin < m_bins.size())
        QToolTip::showText(help->globalPos(), barText(bin), this);
    else
        QToolTip::hideText();
    return true;
}

void HistogramView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    describe();
    update();
}

} // namespace lockstep
