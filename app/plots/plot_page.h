// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/metrics/moment.h"
#include "app/plots/plot_choice.h"

#include <QWidget>
#include <memory>

namespace lockstep {

class MetricPlot;
class PlotNotes;
struct PlotArrangement;

/// The plots of a run as a person arranged them; remembered for the runs of an experiment. What is pointed at
/// in one is shown in all, and what is zoomed in one is zoomed in all with its x axis, unless that is
/// switched off. REQUIRES: the store outlives it.
class PlotPage : public QWidget {
    Q_OBJECT
public:
    explicit PlotPage(const MetricStore& store, QWidget* parent = nullptr);
    ~PlotPage() override;

    /// Shows another run: of this experiment, with its notes in this folder.
    void showRun(const QString& experiment, const QString& folder);
    /// Shows what other programs wrote, under a name by which its arrangement is kept: curves by these names
    /// in place of ranks, and `usual` plots until a person arranges them. May be called again as more comes;
    /// what is zoomed stays while names and plots stay.
    void showForeign(const QString& name, const QStringList& curveNames, const PlotArrangement& usual);
    /// What pictures say above.
    void setRunName(const QString& name);
    void setExpectedEpochs(int epochs);
    void setSelectedRanks(const QVector<int>& ranks);
    /// A line there in every plot.
    void showMoment(const Moment& moment);

    /// From above, from the left.
    QVector<MetricPlot*> plots() const;
    PlotNotes& notes() const;
    /// Another plot below the others.
    MetricPlot& add(const PlotChoice& choice);
    /// Whether what is zoomed in one plot is zoomed in the others.
    bool isLinked() const;
    void setLinked(bool linked);

signals:
    /// A legend entry was clicked.
    void rankClicked(int rank);
    void momentChosen(const lockstep::Moment& moment);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void arrange();
    void orderKeys();
    void showFurtherRows();
    void showCompression(bool shows);
    MetricPlot* made(const PlotChoice& choice);
    void link(const MetricPlot& plot);
    void keep();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
