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
class PlotDialog;
class PlotNotes;

/// A live plot of what a person chose, with a bar above it. Draws what its pixels can show, on its own timer,
/// only while visible and only when the store has grown; a view that ends at the newest point follows it. See
/// PlotNavigation for mouse and keyboard. REQUIRES: the store outlives it.
class MetricPlot : public QWidget {
    Q_OBJECT
public:
    MetricPlot(const MetricStore& store, const PlotSpec& spec, QWidget* parent = nullptr);
    ~MetricPlot() override;

    const PlotSpec& spec() const;
    void setChoice(const PlotChoice& choice);
    PlotCanvas& canvas() const;

    /// Their curves stand out; none: all are alike.
    void setSelectedRanks(const QVector<int>& ranks);
    /// The epoch in which the run will have ended, so that the frame stands still meanwhile; 0: unknown.
    void setExpectedEpochs(int epochs);
    void fit();
    /// Shows the keys that another plot shows. REQUIRES: the same x axis.
    void followView(const MetricPlot& other);
    /// A person can add to them by the bar. REQUIRES: they outlive the plot.
    void setNotes(PlotNotes& notes);

    /// What pictures of it say above: the run that it is of.
    void setRunName(const QString& name);
    const QString& runName() const;

    /// The numbers behind it.
    const MetricTable& table() const;
    /// What it shows now, drawn anew: the same metrics, stretch and selection. REQUIRES: the plot outlives
    /// the copy.
    std::unique_ptr<PlotCanvas> copy() const;

    /// Asks a person what it shall show.
    void openDialog();

signals:
    /// A legend entry was clicked.
    void rankClicked(int rank);
    void choiceChanged();
    void removalWanted();
    /// To where it changes places with a neighbour: so many columns and rows away.
    void movementWanted(int columns, int rows);
    /// The hand has taken it by its title.
    void dragWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildBar();
    void retranslate();
    void addExports();
    void addOptions();
    void updateButtons();
    void askForNote();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
