// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/metrics/moment.h"
#include "app/summary/run_summary.h"

#include <QVector>
#include <QWidget>
#include <memory>
#include <set>
#include <span>

namespace lockstep {

/// The cluster of a run as a live picture, and above it what holds the run back, in words. Called by its
/// window title. It follows twice a second, while it is seen.
class RunNetworkPanel : public QWidget {
    Q_OBJECT
public:
    /// Borrows what is known of the run.
    RunNetworkPanel(const RunSummary& summary, const MetricStore& store, QWidget* parent = nullptr);
    ~RunNetworkPanel() override;

    /// Another run, of which nothing is known yet.
    void setExperiment(const Experiment& experiment);
    /// What the journals held when the run was opened is in the store now.
    void setLoaded();
    /// What came since.
    void take(int rank, std::span<const Record> records);
    /// The hosts that cannot be asked, as indices into Topology::hosts: their ranks are out of reach.
    void setAway(const std::set<int>& hosts);
    /// The sentence shown.
    QString verdict() const;
    /// Shows what is known by now, at once.
    void refresh();

signals:
    void momentChosen(const lockstep::Moment& moment);
    /// All of a host, ascending.
    void ranksChosen(const QVector<int>& ranks);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void chooseHost(std::size_t host);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
