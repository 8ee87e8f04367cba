// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/plot_notes.h"
#include "app/plots/plot_spec.h"
#include "app/theme/theme.h"

#include <QString>
#include <QVector>
#include <qcustomplot.h>

namespace lockstep {

/// What happened in the run, drawn where it happened: ends of epochs, checkpoints, restarts, updates left
/// out, values that are no numbers, and a person's notes. Where more happened than can be told apart, it
/// thins out.
class MarkLayer : public QCPLayerable {
    Q_OBJECT
public:
    MarkLayer(QCustomPlot& plot, const PlotSpec& spec);

    void setColors(const ThemeColors& colors) { m_colors = &colors; }
    /// The height in pixels that the names of restarts and notes take above the axes: there they hide no
    /// curve. 0: there are none.
    int labelRow(const RunMarks& marks, const QVector<PlotNote>& notes) const;
    /// REQUIRES: the x axis has its range and its place.
    void arrange(const MetricTable& table, const RunMarks& marks, const QVector<PlotNote>& notes);
    /// What the mark at this position tells, in words; empty: there is none.
    QString textAt(const QPointF& position) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    enum class Kind {
        Epoch,
        SkippedUpdate,
        Checkpoint,
        BestCheckpoint,
        NotANumber,
        Above,
        Below,
        Restart,
        Note
    };
    struct Mark {
        Kind kind;
        double key;
        QString text;
    };
    class Collector;

    static QString nonFiniteText(Kind kind);
    void addRunMarks(Collector& collector, const RunMarks& marks, const KeyScale& scale) const;
    void addNonFinite(Collector& collector, const MetricTable& table) const;
    void drawMark(QCPPainter& painter, const Mark& mark) const;
    void drawLabels(QCPPainter& painter) const;

    const PlotSpec& m_spec;
    const ThemeColors* m_colors;
    QVector<Mark> m_marks;
};

} // namespace lockstep
