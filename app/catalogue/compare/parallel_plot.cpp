// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/parallel_plot.h"

#include "app/theme/keyboard_ring.h"
#include "app/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kReach = 8;       ///< pixels beside an axis or a line that still mean it
constexpr double kLeastBrush = 4;  ///< pixels; a shorter drag is a click
constexpr int kFadedAlpha = 36;    ///< of runs outside the brushes
constexpr double kSideMargin = 70; ///< room for the labels of the outer axes
constexpr double kEdge = 4;        ///< between them and the edge of the picture

double distanceToSegment(const QPointF& point, const QPointF& from, const QPointF& to)
{
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double share =
        length > 0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0;
    const QPointF off = point - (from + along * share);
    return std::hypot(off.x(), off.y());
}

/// Broken at the space nearest to the middle, where it is wider than this.
QStringList inTwoLines(const QString& text, const QFontMetrics& metrics, double width)
{
    if (metrics.horizontalAdvance(text) <= width)
        return {text};
    const qsizetype middle = text.size() / 2;
    const qsizetype before = text.lastIndexOf(u' ', middle);
    const qsizetype behind = text.indexOf(u' ', middle);
    const bool isNearerBefore = behind < 0 || (before >= 0 && middle - before <= behind - middle);
    const qsizetype space = isNearerBefore ? before : behind;
    if (space >= 0)
        return {text.first(space), text.sliced(space + 1)};
    // Chinese has no spaces, and breaks anywhere.
    return text[middle].script() == QChar::Script_Han ? QStringList{text.first(middle), text.sliced(middle)}
                                                      : QStringList{text};
}

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void ParallelPlot::setAxes(ParallelAxes axes)
{
    m_picture = std::move(axes);
    m_brushes.clear();
    m_shownRun = -1;
    m_colorAxis = static_cast<int>(m_picture.axes.size()) - 1;
    setAccessibleName(tr("Runs across parallel axes"));
    update();
}

QRectF ParallelPlot::area() const
{
    const double line = fontMetrics().height();
    return QRectF(rect()).adjusted(kSideMargin, 3.6 * line, -kSideMargin, -3.4 * line);
}

QPointF ParallelPlot::pointOn(int axis, double place) const
{
    const QRectF room = area();
    const auto count = static_cast<double>(m_picture.axes.size());
    const double x = count > 1 ? room.left() + room.width() * axis / (count - 1) : room.center().x();
    return {x, room.bottom() - room.height() * place};
}

double ParallelPlot::placeAt(double y) const
{
    const QRectF room = area();
    return std::clamp((room.bottom() - y) / std::max(1.0, room.height()), 0.0, 1.0);
}

bool ParallelPlot::isWithin(int run) const
{
    for (auto brush = m_brushes.begin(); brush != m_brushes.end(); ++brush) {
        const double place = m_picture.axes[brush.key()].places[run];
        if (!(place >= brush->low && place <= brush->high)) // NaN lies within nothing
            return false;
    }
    return true;
}

void ParallelPlot::brush(int axis, double low, double high)
{
    m_brushes[axis] = {low, high};
    update();
}

void ParallelPlot::freeAxes()
{
    m_brushes.clear();
    update();
}

int ParallelPlot::axisAt(const QPointF& point) const
{
    for (int axis = 0; axis < m_picture.axes.size(); ++axis) {
        if (std::abs(pointOn(axis, 0).x() - point.x()) <= kReach &&
            area().adjusted(0, -kReach, 0, kReach).top() <= point.y())
            return axis;
    }
    return -1;
}

int ParallelPlot::runAt(const QPointF& point) const
{
    int nearest = -1;
    double least = kReach;
    for (int run = 0; run < m_picture.runs.size(); ++run) {
        if (!isWithin(run))
            continue;
        for (int axis = 0; axis + 1 < m_picture.axes.size(); ++axis) {
            const double from = m_picture.axes[axis].places[run];
            const double to = m_picture.axes[axis + 1].places[run];
            if (std::isnan(from) || std::isnan(to))
                continue;
            const double distance = distanceToSegment(point, pointOn(axis, from), pointOn(axis + 1, to));
            if (distance < least) {
                least = distance;
                nearest = run;
            }
        }
    }
    return nearest;
}

/// From the accent to the warning colour along the axis that gives the colour.
QColor ParallelPlot::colorOf(int run) const
{
    const ThemeColors& colors = themeColors(palette());
    const double place = m_colorAxis < 0 ? std::nan("") : m_picture.axes[m_colorAxis].places[run];
    if (std::isnan(place))
        return colors.mutedText;
    const auto mixed = [place](int low, int high) {
        return static_cast<int>(std::lround(low + (high - low) * place));
    };
    const QColor& low = colors.accent;
    const QColor& high = colors.warning;
    return {mixed(low.red(), high.red()), mixed(low.green(), high.green()), mixed(low.blue(), high.blue())};
}

void ParallelPlot::drawRun(QPainter& painter, int run) const
{
    QPainterPath path;
    bool isDrawing = false;
    for (int axis = 0; axis < m_picture.axes.size(); ++axis) {
        const double place = m_picture.axes[axis].places[run];
        if (std::isnan(place)) {
            isDrawing = false; // a run without this value has a gap there
            continue;
        }
        isDrawing ? path.lineTo(pointOn(axis, place)) : path.moveTo(pointOn(axis, place));
        isDrawing = true;
    }
    painter.drawPath(path);
}

void ParallelPlot::drawAxes(QPainter& painter) const
{
    const ThemeColors& colors = themeColors(palette());
    const double line = fontMetrics().height();
    const double width =
        m_picture.axes.size() > 1 ? pointOn(1, 0).x() - pointOn(0, 0).x() - 6 : area().width();
    for (int axis = 0; axis < m_picture.axes.size(); ++axis) {
        const ParallelAxis& drawn = m_picture.axes[axis];
        const QPointF top = pointOn(axis, 1);
        painter.setPen(
            QPen(axis == m_colorAxis ? colors.text : colors.mutedText, axis == m_colorAxis ? 2 : 1));
        painter.drawLine(pointOn(axis, 0), top);
        const auto write = [&](const QString& text, double y) {
            // Above the middle of its axis, unless it would reach out of the picture.
            const double side = std::min({width / 2, top.x() - kEdge, this->width() - kEdge - top.x()});
            const QString fitting =
                fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(width / 2 + side));
            const double needed = fontMetrics().horizontalAdvance(fitting);
            const double left =
                std::max(kEdge, std::min(top.x() - needed / 2, this->width() - kEdge - needed));
            painter.drawText(QRectF(left, y, needed + 1, line), Qt::AlignLeft | Qt::AlignVCenter, fitting);
        };
        const QStringList title = inTwoLines(drawn.title, fontMetrics(), width);
        for (qsizetype i = 0; i < title.size(); ++i)
            write(title[i], top.y() - (2.3 + static_cast<double>(title.size() - 1 - i)) * line);
        write(drawn.labels.value(drawn.labels.size() - 1), top.y() - 1.15 * line);
        if (drawn.labels.size() > 1)
            write(drawn.labels.first(), pointOn(axis, 0).y() + 0.15 * line);
        if (drawn.isLogarithmic)
            write(tr("logarithmic"), pointOn(axis, 0).y() + 1.2 * line);
    }
}

void ParallelPlot::drawBrushes(QPainter& painter) const
{
    QColor shade = themeColors(palette()).accent;
    shade.setAlpha(80);
    for (auto brush = m_brushes.begin(); brush != m_brushes.end(); ++brush) {
        const QPointF low = pointOn(brush.key(), brush->low);
        const QPointF high = pointOn(brush.key(), brush->high);
        painter.fillRect(QRectF(high.x() - kReach, high.y(), 2 * kReach, low.y() - high.y()), shade);
    }
}

QString ParallelPlot::description() const
{
    if (m_shownRun < 0)
        return tr("Drag along an axis to leave the runs within; point at a line for its values.");
    QStringList values;
    for (const ParallelAxis& axis : m_picture.axes) {
        if (!axis.texts[m_shownRun].isEmpty())
            values.append(tr("%1 %2", "what, value").arg(axis.title, axis.texts[m_shownRun]));
    }
    return tr("%1: %2", "run: values").arg(m_picture.runs[m_shownRun], values.join(QStringLiteral(", ")));
}

void ParallelPlot::drawShownRun(QPainter& painter) const
{
    const ThemeColors& colors = themeColors(palette());
    if (m_shownRun >= 0) {
        painter.setPen(QPen(colors.text, 3));
        drawRun(painter, m_shownRun);
    }
    painter.setPen(colors.mutedText);
    const double line = fontMetrics().height();
    const QRectF room(8, height() - 1.5 * line, width() - 16, line);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(description(), Qt::ElideRight, static_cast<int>(room.width())));
}

void ParallelPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeColors(palette()).card);
    for (const bool within : {false, true}) {
        for (int run = 0; run < m_picture.runs.size(); ++run) {
            if (isWithin(run) != within)
                continue;
            QColor color = within ? colorOf(run) : themeColors(palette()).mutedText;
            color.setAlpha(within ? 220 : kFadedAlpha);
            painter.setPen(QPen(color, 1.5));
            drawRun(painter, run);
        }
    }
    drawBrushes(painter);
    drawAxes(painter);
    drawShownRun(painter);
}

void ParallelPlot::mousePressEvent(QMouseEvent* event)
{
    m_dragged = event->button() == Qt::LeftButton ? axisAt(event->position()) : -1;
    m_dragFrom = placeAt(event->position().y());
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged < 0)
        return showRun(runAt(event->position()));
    const double to = placeAt(event->position().y());
    brush(m_dragged, std::min(m_dragFrom, to), std::max(m_dragFrom, to));
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_dragged < 0)
        return;
    const double length = std::abs(pointOn(0, m_dragFrom).y() - event->position().y());
    if (length < kLeastBrush) {
        m_brushes.remove(m_dragged);
        m_colorAxis = m_dragged;
    }
    m_dragged = -1;
    update();
}

void ParallelPlot::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    showRun(-1);
}

void ParallelPlot::showRun(int run)
{
    if (run == m_shownRun)
        return;
    m_shownRun = run;
    setAccessibleDescription(description());
    update();
}

/// To the next run within the brushes, around the ends.
void ParallelPlot::stepRun(int direction)
{
    const auto count = static_cast<int>(m_picture.runs.size());
    int run = m_shownRun < 0 && direction < 0 ? 0 : m_shownRun;
    for (int tried = 0; tried < count; ++tried) {
        run = (run + direction + count) % count;
        if (isWithin(run))
            return showRun(run);
    }
}

void ParallelPlot::keyPressEvent(QKeyEvent* event)
{
    const auto axes = static_cast<int>(m_picture.axes.size());
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (axes > 0)
            m_colorAxis = (m_colorAxis + (event->key() == Qt::Key_Left ? axes - 1 : 1)) % axes;
        return update();
    case Qt::Key_Up:
        return stepRun(-1);
    case Qt::Key_Down:
        return stepRun(1);
    case Qt::Key_Escape:
        if (!m_brushes.isEmpty())
            return freeAxes();
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void ParallelPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        update();
}

} // namespace lockstep
