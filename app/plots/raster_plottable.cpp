// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/raster_plottable.h"

#include <algorithm>

namespace lockstep {

KeyWindow keyWindow(const QCPAxis& axis, int pixels)
{
    return {axis.range().lower, axis.range().upper, std::max(1, pixels),
            axis.scaleType() == QCPAxis::stLogarithmic};
}

RasterPlottable::RasterPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, ColumnCache& columns)
    : QCPAbstractPlottable(keyAxis, valueAxis), m_image(columns)
{
}

double RasterPlottable::selectTest(const QPointF&, bool, QVariant*) const
{
    return -1;
}

QCPRange RasterPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = false;
    return {};
}

QCPRange RasterPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = false;
    return {};
}

void RasterPlottable::draw(QCPPainter* painter)
{
    const QRect rect = mKeyAxis->axisRect()->rect();
    PlotWindow window;
    window.pixelRatio = mParentPlot->bufferDevicePixelRatio();
    const QSize pixels = (QSizeF(rect.size()) * window.pixelRatio).toSize();
    window.keys = keyWindow(*mKeyAxis, pixels.width());
    window.height = pixels.height();
    window.logarithmic = mValueAxis->scaleType() == QCPAxis::stLogarithmic;
    if (window.isEmpty())
        return;
    // QCustomPlot moves antialiased painting by half a pixel, and an image would come to lie a whole one
    // beside.
    painter->setAntialiasing(false);
    for (const Layer& layer : layers) {
        window.valueLower = mValueAxis->range().lower / layer.factor;
        window.valueUpper = mValueAxis->range().upper / layer.factor;
        if (!layer.density.isEmpty())
            painter->drawImage(rect.topLeft(), m_image.density(layer.density, window, layer.densityColor));
        if (!layer.curves.isEmpty())
            painter->drawImage(rect.topLeft(), m_image.curves(layer.curves, window));
    }
}

void RasterPlottable::drawLegendIcon(QCPPainter*, const QRectF&) const {} // PlotLegend does

} // namespace lockstep
