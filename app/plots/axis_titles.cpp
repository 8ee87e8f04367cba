// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/axis_titles.h"

#include <algorithm>

namespace lockstep {

namespace {

// All in pixels.
constexpr int kLow = 190;         // of a plot; a line of text would be a tenth of it
constexpr int kAround = 8;        // between the axes or their texts and the edge of the plot
constexpr int kAboveAxes = 10;    // for the upper half of the uppermost figure
constexpr int kRightOfAxes = 16;  // for the right half of the last figure
constexpr int kBesideCorner = 16; // for the left half of the first figure
constexpr int kWidestCorner = 72;
constexpr int kFiguresBelow = 34; // with what is around them
constexpr int kBeyondAxis = 16;   // above and below it together, where its title may reach
constexpr int kBeyondCorner = 4;  // the same where the title of the keys stands below it

} // namespace

AxisTitles::AxisTitles(QCustomPlot& plot) : m_plot(plot), m_corner(new QCPItemText(&plot))
{
    m_corner->setLayer(QStringLiteral("axes"));
    m_corner->setSelectable(false);
    m_corner->setClipToAxisRect(false);
    m_corner->position->setTypeX(QCPItemPosition::ptViewportRatio);
    m_corner->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_corner->position->setCoords(0, 1);
    m_corner->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_corner->setPadding(QMargins(kAround, plot.xAxis->tickLabelPadding(), 0, 0));
}

void AxisTitles::setLook(const QFont& font, const ThemeColors& colors)
{
    m_corner->setFont(font);
    m_corner->setColor(colors.mutedText);
}

void AxisTitles::beforeLayout(const PlotSpec& spec, Above above)
{
    const bool isInCorner = fitCorner(spec.keyTitle);
    m_plot.xAxis->setLabel(isInCorner ? QString() : spec.keyTitle);
    const QFontMetrics metrics(m_corner->font());
    const int left =
        isInCorner ? kAround + metrics.horizontalAdvance(spec.keyTitle) + kBesideCorner : kAround;
    m_plot.axisRect()->setMinimumMargins(
        {left, std::max(kAboveAxes, above.marks), spec.hasRight() ? kAround : kRightOfAxes, kAround});
    const int below = kFiguresBelow + (isInCorner ? 0 : metrics.lineSpacing());
    fitFigures(m_plot.viewport().height() - above.legend - below);
}

/// Whether the title of the keys stands beside their figures instead of below them.
bool AxisTitles::fitCorner(const QString& title)
{
    const bool fits = m_plot.viewport().height() < kLow &&
                      QFontMetrics(m_corner->font()).horizontalAdvance(title) <= kWidestCorner;
    m_corner->setText(title);
    m_corner->setVisible(fits);
    return fits;
}

/// No more figures beside a low plot than stand clear of each other.
void AxisTitles::fitFigures(int height)
{
    constexpr int kMost = 5;
    const int figure = QFontMetrics(m_plot.yAxis->tickLabelFont()).height();
    for (QCPAxis* axis : {m_plot.yAxis, m_plot.yAxis2})
        axis->ticker()->setTickCount(std::clamp(height / (2 * figure), 1, kMost));
}

/// A low plot says at its axes what there is room for, of a title the unit at least: the plot's own title
/// stands above.
void AxisTitles::afterLayout(const PlotSpec& spec)
{
    const int height = m_plot.axisRect()->height();
    if (height <= 0)
        return;
    const QFontMetrics metrics(m_plot.yAxis->labelFont());
    const auto fitting = [&](const PlotAxisSpec& axis, int beyond) {
        for (const QString& text : {axis.title, axis.unit}) {
            if (metrics.horizontalAdvance(text) <= height + beyond)
                return text;
        }
        return QString();
    };
    m_plot.yAxis->setLabel(fitting(spec.left, m_corner->visible() ? kBeyondCorner : kBeyondAxis));
    m_plot.yAxis2->setLabel(fitting(spec.right, kBeyondAxis));
}

} // namespace lockstep
