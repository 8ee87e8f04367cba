// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/delivery/data_delivery.h"

#include <QDialog>
#include <map>
#include <optional>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockstep {

/// Copies the data of an experiment to its hosts, from this computer to each or from host to host, with a
/// line for each that says how far it is, and offers to train with the copies. Closing it gives up what goes
/// on; what has arrived stays there.
class DataDeliveryDialog : public QDialog {
    Q_OBJECT
public:
    /// `experiment` as ExperimentDocument::forRunning() gives it.
    DataDeliveryDialog(Experiment experiment, const RemoteOptions& options, QWidget* parent = nullptr);

    /// Begins to copy.
    void begin();
    /// Paths under which every host and this computer have the data; nothing before that.
    const std::optional<DataSpec>& copies() const { return m_copies; }

private:
    QTreeWidgetItem* addHost(int host);
    void connectDelivery();
    void take(const std::optional<DataSpec>& copies);
    void showPlan(const DeliveryPlan& plan, CopyWay way);
    void changeWay(bool isChain);
    void showProgress(int host, qint64 done, qint64 total, const QString& text);
    void say(int host, const QString& text);
    void setProgress(QProgressBar& bar, qint64 done, qint64 total);
    void goOn();
    void refreshButtons();

    Experiment m_experiment;
    DataDelivery m_delivery;
    QLabel* m_what;
    QProgressBar* m_reading;
    QCheckBox* m_chain;
    QLabel* m_plan;
    QTreeWidget* m_hosts;
    std::map<int, QTreeWidgetItem*> m_rows;
    QLabel* m_outcome;
    QDialogButtonBox* m_buttons;
    QPushButton* m_again;
    QPushButton* m_use;
    std::optional<DataSpec> m_copies;
    bool m_isReadable = true;
    bool m_isCopying = false;
};

} // namespace lockstep
