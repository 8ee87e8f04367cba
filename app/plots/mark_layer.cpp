// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/mark_layer.h"

#include "app/plots/drawn_curve.h"
#include "app/plots/value_note.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

/// Marks of one kind stand so many pixels apart, or some are left out.
constexpr double kApart = 6;
constexpr double kNear = 5;
constexpr int kLabelWidth = 140;
constexpr double kSize = 4; // of a mark, in pixels to either side

/// Any rank's: what happens to the run happens at the same step for all.
KeyScale stepScale(const MetricTable& table, XAxis axis)
{
    const QVector<int> ranks = table.ranks(Metric::Loss);
    return ranks.isEmpty() ? KeyScale() : table.scale(axis, Metric::Loss, ranks.first());
}

} // namespace

/// Gathers marks, one for each kind and place.
class MarkLayer::Collector {
public:
    Collector(const QCustomPlot& plot, QVector<Mark>& marks) : m_axis(*plot.xAxis), m_marks(marks)
    {
        m_last.fill(-INFINITY);
    }

    void add(Kind kind, double key, const QString& text)
    {
        if (!std::isfinite(key) || !m_axis.range().contains(key))
            return;
        const double pixel = m_axis.coordToPixel(key);
        double& last = m_last[static_cast<std::size_t>(kind)];
        if (std::abs(pixel - last) < kApart)
            return;
        last = pixel;
        m_marks.append({kind, key, text});
    }

private:
    const QCPAxis& m_axis;
    QVector<Mark>& m_marks;
    std::array<double, static_cast<std::size_t>(Kind::Note) + 1> m_last; ///< pixels
};

MarkLayer::MarkLayer(QCustomPlot& plot, const PlotSpec& spec)
    : QCPLayerable(&plot, QStringLiteral("overlay")), m_spec(spec), m_colors(&themeColors(plot.palette()))
{
}

void MarkLayer::arrange(const MetricTable& table, const RunMarks& marks, const QVector<PlotNote>& notes)
{
    m_marks.clear();
    Collector collector(*mParentPlot, m_marks);
    const XAxis axis = m_spec.choice.xAxis;
    addNonFinite(collector, table);
    if (axis != XAxis::Step && table.ranks(Metric::Loss).isEmpty())
        return;
    const KeyScale scale = stepScale(table, axis);
    addRunMarks(collector, marks, scale);
    for (const PlotNote& note : notes)
        collector.add(Kind::Note, scale.x(note.step), inertString(note.text));
}

void MarkLayer::addRunMarks(Collector& collector, const RunMarks& marks, const KeyScale& scale) const
{
    if (m_spec.choice.xAxis != XAxis::Epoch) { // where the axis says so itself
        for (const RunMarks::EpochEnd& end : marks.epochs)
            collector.add(Kind::Epoch, scale.x(end.step), tr("End of epoch %1").arg(countText(end.epoch)));
    }
    for (const RunMarks::SkippedUpdate& skipped : marks.skipped)
        collector.add(Kind::SkippedUpdate, scale.x(skipped.step),
                      tr("Update left out: the gradients of rank %1 were no numbers").arg(skipped.rank));
    for (const RunMarks::Checkpoint& checkpoint : marks.checkpoints) {
        const QString text = checkpoint.best ? tr("Checkpoint after step %1, the best so far")
                                             : tr("Checkpoint after step %1");
        collector.add(checkpoint.best ? Kind::BestCheckpoint : Kind::Checkpoint, scale.x(checkpoint.step),
                      text.arg(countText(checkpoint.step)));
    }
    for (const RunMarks::Restart& restart : marks.restarts)
        collector.add(Kind::Restart, scale.x(restart.step), tr("Attempt %1").arg(restart.attempt));
}

void MarkLayer::addNonFinite(Collector& collector, const MetricTable& table) const
{
    for (const CurveSpec& curve : m_spec.curves()) {
        for (const int rank : table.ranks(curve.metric)) {
            const auto series = scaledSeries(table, m_spec.choice.xAxis, curve.metric, rank);
            if (!series)
                continue;
            for (const NonFinite& place : series->series->nonFinite()) {
                const Kind kind = std::isnan(place.value) ? Kind::NotANumber
                                  : place.value > 0       ? Kind::Above
                                                          : Kind::Below;
                collector.add(
                    kind, series->x(place.begin),
                    tr("%1 of rank %2: %3").arg(curve.name, QString::number(rank), nonFiniteText(kind)));
            }
        }
    }
}

QString MarkLayer::nonFiniteText(Kind kind)
{
    switch (kind) {
    case Kind::Above:
        return tr("plus infinity");
    case Kind::Below:
        return tr("minus infinity");
    default:
        return tr("not a number");
    }
}

void MarkLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    applyAntialiasingHint(painter, mAntialiased, QCP::aeItems);
}

void MarkLayer::draw(QCPPainter* painter)
{
    painter->setClipRect(mParentPlot->axisRect()->rect());
    painter->setAntialiasing(true);
    for (const Mark& mark : m_marks)
        drawMark(*painter, mark);
    painter->setClipping(false);
    drawLabels(*painter);
}

void MarkLayer::drawMark(QCPPainter& painter, const Mark& mark) const
{
    const QRectF axes = mParentPlot->axisRect()->rect();
    const double x = std::round(mParentPlot->xAxis->coordToPixel(mark.key)) + 0.5;
    const QLineF whole(x, axes.top(), x, axes.bottom());
    const auto triangle = [&](double tip, double base, const QColor& color) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({{x, tip}, {x - kSize, base}, {x + kSize, base}}));
    };
    switch (mark.kind) {
    case Kind::Epoch:
        painter.setPen(QPen(m_colors->cardBorder, 1, Qt::DotLine));
        painter.drawLine(whole);
        break;
    case Kind::SkippedUpdate:
        painter.setPen(QPen(m_colors->warning, 2));
        painter.drawLine(QLineF(x, axes.bottom() - 2 * kSize, x, axes.bottom()));
        break;
    case Kind::Checkpoint:
        triangle(axes.bottom() - 2 * kSize, axes.bottom(), m_colors->mutedText);
        break;
    case Kind::BestCheckpoint:
        triangle(axes.bottom() - 2 * kSize, axes.bottom(), m_colors->good);
        break;
    case Kind::NotANumber:
        painter.setPen(QPen(m_colors->bad, 2));
        painter.drawLine(QLineF(x - kSize, axes.top() + 2, x + kSize, axes.top() + 2 + 2 * kSize));
        painter.drawLine(QLineF(x - kSize, axes.top() + 2 + 2 * kSize, x + kSize, axes.top() + 2));
        break;
    case Kind::Above:
        triangle(axes.top() + 1, axes.top() + 1 + 2 * kSize, m_colors->bad);
        break;
    case Kind::Below:
        triangle(axes.bottom() - 1, axes.bottom() - 1 - 2 * kSize, m_colors->bad);
        break;
    case Kind::Restart:
        painter.setPen(QPen(m_colors->warning, 1, Qt::DashLine));
        painter.drawLine(whole);
        break;
    case Kind::Note:
        painter.setPen(QPen(m_colors->accent, 1));
        painter.drawLine(whole);
        break;
    }
}

int MarkLayer::labelRow(const RunMarks& marks, const QVector<PlotNote>& notes) const
{
    constexpr int kBelow = 4;
    const bool hasLabels = !marks.restarts.empty() || !notes.isEmpty();
    return hasLabels ? QFontMetrics(mParentPlot->xAxis->tickLabelFont()).height() + kBelow : 0;
}

/// On top of their lines. Where one finds no room between the others it is left to the tool tip; a person's
/// own words come first.
void MarkLayer::drawLabels(QCPPainter& painter) const
{
    const QRectF axes = mParentPlot->axisRect()->rect();
    painter.setFont(mParentPlot->xAxis->tickLabelFont());
    const QFontMetricsF metrics(painter.font());
    QVector<QRectF> taken;
    for (const auto& [kind, color] :
         {std::pair(Kind::Note, m_colors->accent), std::pair(Kind::Restart, m_colors->warning)}) {
        painter.setPen(color);
        for (const Mark& mark : m_marks) {
            if (mark.kind != kind)
                continue;
            const QString text =
                metrics.elidedText(mark.text.section(u'\n', 0, 0), Qt::ElideRight, kLabelWidth);
            const double width = metrics.horizontalAdvance(text);
            const double middle = mParentPlot->xAxis->coordToPixel(mark.key) - width / 2;
            const double left = std::clamp(middle, axes.left(), std::max(axes.left(), axes.right() - width));
            const QRectF place(left, axes.top() - metrics.height() - 2, width + kApart, metrics.height());
            if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                continue;
            taken.append(place);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        }
    }
}

QString MarkLayer::textAt(const QPointF& position) const
{
    const QRect axes = mParentPlot->axisRect()->rect();
    const int labels = mParentPlot->axisRect()->minimumMargins().top();
    if (!axes.adjusted(0, -labels, 0, 0).contains(position.toPoint()))
        return {};
    QStringList texts;
    for (const Mark& mark : m_marks) {
        if (std::abs(mParentPlot->xAxis->coordToPixel(mark.key) - position.x()) <= kNear)
            texts.append(mark.text);
    }
    return texts.join(u'\n');
}

} // namespace lockstep
