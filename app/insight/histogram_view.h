// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/checkpoint_contents.h"

#include <QVector>
#include <QWidget>

namespace lockstep {

/// Bars from the bottom of a rectangle, the highest as high as it.
void paintHistogram(QPainter& painter, const QRectF& room, const QVector<qint64>& bins, const QColor& color);

/// How the values of one tensor are spread, with the figures that belong to it. Pointing at a bar tells what
/// is in it.
class HistogramView : public QWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);

    void setTensor(const QString& name, const TensorContents& tensor);
    void clear();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void describe();
    QRectF bars() const;
    QString barText(int bin) const;
    double edge(int bin) const;

    QString m_name;
    TensorContents m_tensor;
    QVector<qint64> m_bins;
};

} // namespace lockstep
