// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"
#include "app/metrics/metric_store.h"

#include <QWidget>
#include <memory>

class QLabel;

namespace lockstep {

/// The curves of several runs over one another, a colour each: of rank 0 by step, of all ranks by epoch; of
/// any metric, on a page that is remembered for all comparisons. Their journals are read by worker threads;
/// what has come is shown.
class RunCurves : public QWidget {
    Q_OBJECT
public:
    explicit RunCurves(const QVector<CatalogueRun>& runs, QWidget* parent = nullptr);
    /// What is being read is left.
    ~RunCurves() override;

    /// A run is where a run's rank would be, in the order of the runs.
    const MetricTable& table() const { return m_store.table(); }

signals:
    void loaded();

protected:
    void changeEvent(QEvent* event) override;

private:
    void load(const QVector<CatalogueRun>& runs);
    void take(MetricTable&& curves);
    void showState();

    struct Reading;
    std::shared_ptr<Reading> m_reading;
    MetricStore m_store;
    QLabel* m_state;
    int m_left = 0; ///< runs that are being read
};

} // namespace lockstep
