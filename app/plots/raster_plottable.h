// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/curve_image.h"

#include <qcustomplot.h>

namespace lockstep {

/// Draws curves of many points as an image. REQUIRES: what it takes their columns from outlives it.
class RasterPlottable : public QCPAbstractPlottable {
public:
    RasterPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, ColumnCache& columns);

    /// Of one metric: what is drawn is the value times `factor`.
    struct Layer {
        SeriesList density = {}; ///< all in one, see CurveImage
        QColor densityColor = {};
        QVector<ColoredSeries> curves = {}; ///< each in its colour, above it
        double factor = 1;
    };
    QVector<Layer> layers;

    double selectTest(const QPointF& position, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& keys) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    CurveImage m_image;
};

/// What an axis shows now, over so many pixels.
KeyWindow keyWindow(const QCPAxis& axis, int pixels);

} // namespace lockstep
