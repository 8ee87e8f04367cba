// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/plots/plot_spec.h"

#include <QVector>
#include <QWidget>
#include <memory>

namespace lockstep {

class PlotCanvas;

/// A live plot of one metric at a time. Draws what its pixels can show, on its own timer, only while visible
/// and only when the store has grown. Wheel zooms (over the value axis or with Shift: the values), drag
/// moves, a double click shows everything; a view that ends at the newest point follows it. REQUIRES: the
/// store outlives it.
class MetricPlot : public QWidget {
    Q_OBJECT
public:
    MetricPlot(const MetricStore& store, const PlotSpec& spec, QWidget* parent = nullptr);
    /// A person chooses what is shown, the first to begin with. REQUIRES: specs is not empty.
    MetricPlot(const MetricStore& store, QVector<PlotSpec> specs, QWidget* parent = nullptr);
    ~MetricPlot() override;

    /// The same choices in the language of now. REQUIRES: as many as there are.
    void setSpecs(QVector<PlotSpec> specs);
    const PlotSpec& spec() const;
    /// Shows another of the choices.
    void choose(int index);

    /// Their curves stand out; none: all are alike.
    void setSelectedRanks(const QVector<int>& ranks);
    /// The key at which the run will have ended, so that the frame stands still meanwhile; 0: unknown.
    void setExpectedEnd(double key);
    void fit();

    /// What pictures of it say above: the run that it is of.
    void setRunName(const QString& name);
    const QString& runName() const;

    /// The numbers behind it.
    const MetricTable& table() const;
    /// What it shows now, drawn anew: the same metric, stretch and selection. REQUIRES: the plot outlives the
    /// copy.
    std::unique_ptr<PlotCanvas> copy() const;

signals:
    /// A legend entry was clicked.
    void rankClicked(int rank);
    void chosen(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildBar();
    void retranslate();
    void addExports();
    void updateButtons();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
