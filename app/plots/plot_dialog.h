// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/plot_choice.h"

#include <QDialog>
#include <memory>

class QTreeWidgetItem;

namespace lockstep {

/// Asks what a plot shall show, and how: every metric that the journals carry, by group and with a search, by
/// the left or the right axis; the x axis, logarithms, smoothing. The plot follows each click.
class PlotDialog : public QDialog {
    Q_OBJECT
public:
    PlotDialog(const MetricTable& table, const PlotChoice& choice, QWidget* parent = nullptr);
    ~PlotDialog() override;

    const PlotChoice& choice() const;

signals:
    void choiceChanged(const lockstep::PlotChoice& choice);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build(const MetricTable& table);
    void addMetrics(const MetricTable& table);
    void retranslate();
    void search(const QString& text);
    void take(QTreeWidgetItem& item, int column);
    void takeOptions();
    void enableOptions();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
