// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/metrics/moment.h"
#include "remote/mirrors/run_folder.h"

#include <QWidget>
#include <memory>

namespace lockstep {

/// Where the time of a run goes: the last steps in lanes, or all steps as a heat map; and the export of a
/// trace. Called by its window title.
class TimePanel : public QWidget {
    Q_OBJECT
public:
    /// Borrows the store of the run's metrics.
    explicit TimePanel(const MetricStore& store, QWidget* parent = nullptr);
    ~TimePanel() override;

    void setFolder(const RunFolder& folder);
    void showMoment(const Moment& moment);

signals:
    void momentChosen(const lockstep::Moment& moment);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void retranslate();
    void showView(int index);
    void refreshLanes();
    void exportTrace();
    void say(const QString& text);
    void fitFigures();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
