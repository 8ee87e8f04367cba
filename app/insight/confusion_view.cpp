// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/confusion_view.h"

#include "app/text/number_text.h"
#include "app/text/plain_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kSmallestCell = 2;
constexpr int kLargestCell = 72;
constexpr int kSmallestHead = 24;
constexpr int kLargestHead = 110;
constexpr double kZoomStep = 1.25;
/// Fainter, a single mistake among thousands would not be seen.
constexpr float kFaintest = 0.15F;

/// As WCAG has it, with a gamma of 2.2.
float luminance(const QColor& color)
{
    const auto linear = [](float part) { return std::pow(part, 2.2F); };
    return 0.21F * linear(color.redF()) + 0.72F * linear(color.greenF()) + 0.07F * linear(color.blueF());
}

float contrast(float one, float other)
{
    constexpr float kGlare = 0.05F;
    return (std::max(one, other) + kGlare) / (std::min(one, other) + kGlare);
}

/// The colour of a number on a cell of this one: of the text where the cell is faint, of the ground where it
/// is strong.
QColor legibleOn(const ThemeColors& colors, const QColor& cell)
{
    const auto mixed = [&](float over, float under) { return under + (over - under) * cell.alphaF(); };
    const float behind = luminance(QColor::fromRgbF(mixed(cell.redF(), colors.card.redF()),
                                                    mixed(cell.greenF(), colors.card.greenF()),
                                                    mixed(cell.blueF(), colors.card.blueF())));
    const bool isFaint = contrast(luminance(colors.text), behind) >= contrast(luminance(colors.card), behind);
    return isFaint ? colors.text : colors.card;
}

} // namespace

ConfusionView::ConfusionView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("confusionView"));
    setAccessibleName(tr("Confusion matrix"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
}

void ConfusionView::setMatrix(ConfusionMatrix matrix)
{
    m_matrix = std::move(matrix);
    m_current = {};
    fit();
    choose({0, 0});
}

void ConfusionView::setShade(Shade shade)
{
    m_shade = shade;
    viewport()->update();
}

void ConfusionView::setCell(int side)
{
    m_cell = std::clamp(side, kSmallestCell, kLargestCell);
    updateBars();
    viewport()->update();
}

void ConfusionView::zoom(double factor)
{
    m_fits = false;
    const int wanted = qRound(m_cell * factor);
    setCell(wanted != m_cell ? wanted : m_cell + (factor > 1 ? 1 : -1));
    choose(m_current);
}

void ConfusionView::fit()
{
    m_fits = true;
    if (m_matrix.classes() > 0)
        setCell((std::min(viewport()->width(), viewport()->height()) - heads()) / m_matrix.classes());
}

QSize ConfusionView::minimumSizeHint() const
{
    return {240, 200};
}

int ConfusionView::heads() const
{
    int widest = kSmallestHead;
    const int looked = std::min(m_matrix.classes(), 200); // enough to tell how long names are
    for (int label = 0; label < looked; ++label)
        widest = std::max(widest, fontMetrics().horizontalAdvance(m_matrix.name(label)) + 12);
    return std::min(widest, kLargestHead);
}

void ConfusionView::updateBars()
{
    const int side = m_matrix.classes() * m_cell;
    const int room = heads();
    for (auto [bar, extent] : {std::pair(horizontalScrollBar(), viewport()->width()),
                               std::pair(verticalScrollBar(), viewport()->height())}) {
        bar->setRange(0, std::max(0, side - (extent - room)));
        bar->setPageStep(std::max(1, extent - room));
        bar->setSingleStep(m_cell);
    }
}

void ConfusionView::resizeEvent(QResizeEvent*)
{
    m_fits ? fit() : updateBars();
}

QRect ConfusionView::cellRect(int column, int row) const
{
    return {heads() + column * m_cell - horizontalScrollBar()->value(),
            heads() + row * m_cell - verticalScrollBar()->value(), m_cell, m_cell};
}

/// {-1, -1}: none.
QPoint ConfusionView::cellAt(const QPoint& place) const
{
    const int room = heads();
    if (place.x() < room || place.y() < room)
        return {-1, -1};
    const QPoint cell((place.x() - room + horizontalScrollBar()->value()) / m_cell,
                      (place.y() - room + verticalScrollBar()->value()) / m_cell);
    const int classes = m_matrix.classes();
    return cell.x() < classes && cell.y() < classes ? cell : QPoint(-1, -1);
}

QString ConfusionView::cellText(QPoint cell) const
{
    if (cell.x() < 0 || cell.y() < 0 || cell.x() >= m_matrix.classes() || cell.y() >= m_matrix.classes())
        return {};
    const QLocale locale;
    const int samples = m_matrix.samples(cell.y(), cell.x());
    const int all = m_matrix.samplesOf(cell.y());
    const QString share = percentText(all > 0 ? static_cast<double>(samples) / all : 0);
    const QString& name = m_matrix.name(cell.y());
    if (cell.x() == cell.y())
        return tr("%1 known as such: %2 of %3 samples (%4)")
            .arg(name, locale.toString(samples), locale.toString(all), share);
    return tr("%1 taken for %2: %3 of %4 samples (%5)")
        .arg(name, m_matrix.name(cell.x()), locale.toString(samples), locale.toString(all), share);
}

QColor ConfusionView::color(int row, const ConfusionMatrix::Cell& cell) const
{
    const ThemeColors& colors = themeColors(palette());
    const int most = m_shade == Shade::Rows ? m_matrix.samplesOf(row) : m_matrix.largest();
    const float share = static_cast<float>(cell.samples) / static_cast<float>(std::max(1, most));
    QColor color = cell.predicted == row ? colors.accent : colors.bad;
    color.setAlphaF(kFaintest + (1 - kFaintest) * std::min(1.0F, share));
    return color;
}

void ConfusionView::paintEvent(QPaintEvent*)
{
    if (m_matrix.classes() == 0)
        return;
    QPainter painter(viewport());
    const int top = verticalScrollBar()->value();
    const int firstRow = top / m_cell;
    const int lastRow = std::min(m_matrix.classes() - 1, (top + viewport()->height() - heads()) / m_cell);
    paintCells(painter, firstRow, lastRow);
    paintNames(painter, firstRow, lastRow);
}

void ConfusionView::paintCells(QPainter& painter, int firstRow, int lastRow) const
{
    const ThemeColors& colors = themeColors(palette());
    const int room = heads();
    painter.save();
    painter.setClipRect(QRect(room, room, viewport()->width() - room, viewport()->height() - room));
    const int side = m_matrix.classes() * m_cell;
    painter.fillRect(QRect(cellRect(0, 0).topLeft(), QSize(side, side)), colors.card);
    const int gap = m_cell >= 8 ? 1 : 0;
    const bool hasNumbers = m_cell >= fontMetrics().horizontalAdvance(QStringLiteral("0000"));
    for (int row = firstRow; row <= lastRow; ++row) {
        const auto cells = m_matrix.row(row);
        const int firstColumn = horizontalScrollBar()->value() / m_cell;
        auto cell = std::ranges::lower_bound(cells, firstColumn, {}, &ConfusionMatrix::Cell::predicted);
        for (; cell != cells.end(); ++cell) {
            const QRect rect = cellRect(cell->predicted, row);
            if (rect.left() > viewport()->width())
                break;
            painter.fillRect(rect.adjusted(0, 0, -gap, -gap), color(row, *cell));
            if (!hasNumbers)
                continue;
            painter.setPen(legibleOn(colors, color(row, *cell)));
            painter.drawText(rect, Qt::AlignCenter, QLocale().toString(cell->samples));
        }
    }
    painter.setPen(colors.text);
    painter.drawRect(cellRect(m_current.x(), m_current.y()).adjusted(0, 0, -1, -1));
    painter.restore();
}

/// As many as do not overlap.
void ConfusionView::paintNames(QPainter& painter, int firstRow, int lastRow) const
{
    painter.setPen(themeColors(palette()).mutedText);
    const int room = heads();
    const int line = fontMetrics().height();
    const int every = (line + m_cell - 1) / m_cell;
    const auto shortened = [&](int label) {
        return fontMetrics().elidedText(m_matrix.name(label), Qt::ElideRight, room - 8);
    };
    painter.save();
    painter.setClipRect(QRect(0, room, room, viewport()->height() - room));
    for (int row = firstRow - firstRow % every; row <= lastRow; row += every) {
        const QRect cell = cellRect(0, row);
        painter.drawText(QRect(0, cell.center().y() - line / 2, room - 6, line),
                         Qt::AlignRight | Qt::AlignVCenter, shortened(row));
    }
    painter.restore();
    painter.setClipRect(QRect(room, 0, viewport()->width() - room, room));
    const int firstColumn = horizontalScrollBar()->value() / m_cell;
    for (int column = firstColumn - firstColumn % every; column < m_matrix.classes(); column += every) {
        const QRect cell = cellRect(column, 0);
        if (cell.left() > viewport()->width())
            break;
        if (room <= m_cell) { // every name fits above its column
            painter.drawText(QRect(cell.left(), 0, m_cell, room - 4), Qt::AlignHCenter | Qt::AlignBottom,
                             shortened(column));
            continue;
        }
        painter.save(); // upwards
        painter.translate(cell.center().x() + line / 2, room - 4);
        painter.rotate(-90);
        painter.drawText(QRect(0, -line, room - 8, line), Qt::AlignLeft | Qt::AlignVCenter,
                         shortened(column));
        painter.restore();
    }
}

void ConfusionView::choose(QPoint cell)
{
    const int last = m_matrix.classes() - 1;
    if (last < 0)
        return;
    m_current = {std::clamp(cell.x(), 0, last), std::clamp(cell.y(), 0, last)};
    for (auto [bar, place, extent] :
         {std::tuple(horizontalScrollBar(), m_current.x() * m_cell, viewport()->width()),
          std::tuple(verticalScrollBar(), m_current.y() * m_cell, viewport()->height())}) {
        const int room = extent - heads() - m_cell;
        bar->setValue(std::clamp(bar->value(), place - std::max(0, room), place));
    }
    viewport()->update();
    tellCurrent();
}

void ConfusionView::tellCurrent()
{
    const QString text = cellText(m_current);
    setAccessibleDescription(text);
    emit cellChosen(text);
}

void ConfusionView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    setAccessibleName(tr("Confusion matrix"));
    tellCurrent();
}

void ConfusionView::keyPressEvent(QKeyEvent* event)
{
    const int page = std::max(1, (viewport()->height() - heads()) / m_cell);
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(m_current - QPoint(1, 0));
    case Qt::Key_Right:
        return choose(m_current + QPoint(1, 0));
    case Qt::Key_Up:
        return choose(m_current - QPoint(0, 1));
    case Qt::Key_Down:
        return choose(m_current + QPoint(0, 1));
    case Qt::Key_PageUp:
        return choose(m_current - QPoint(0, page));
    case Qt::Key_PageDown:
        return choose(m_current + QPoint(0, page));
    case Qt::Key_Home:
        return choose({0, 0});
    case Qt::Key_End:
        return choose({m_matrix.classes(), m_matrix.classes()});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kZoomStep);
    case Qt::Key_Minus:
        return zoom(1 / kZoomStep);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void ConfusionView::mousePressEvent(QMouseEvent* event)
{
    if (const QPoint cell = cellAt(event->pos()); cell.x() >= 0)
        choose(cell);
}

void ConfusionView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier) || event->angleDelta().y() == 0)
        return QAbstractScrollArea::wheelEvent(event);
    zoom(event->angleDelta().y() > 0 ? kZoomStep : 1 / kZoomStep);
    event->accept();
}

bool ConfusionView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = cellText(cellAt(help->pos()));
    text.isEmpty() ? QToolTip::hideText()
                   : QToolTip::showText(help->globalPos(), wrappedText(text), viewport());
    return true;
}

} // namespace lockstep
