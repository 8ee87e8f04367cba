// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/difference_model.h"
#include "app/insight/engine_call.h"

#include <QDialog>

class QLabel;

namespace lockstep {

class CallBar;
class InsightTable;

/// How two checkpoints differ, tensor by tensor. Compared by the engine.
class DifferenceDialog : public QDialog {
    Q_OBJECT
public:
    /// Folders or files of weights, on this computer.
    DifferenceDialog(const QString& engine, const QString& first, const QString& second,
                     QWidget* parent = nullptr);
    ~DifferenceDialog() override;

private:
    void read(const QByteArray& json);
    void showDifference(const Result<CheckpointDifference>& difference);

    DifferenceModel m_model;
    EngineCall m_call;
    QLabel* m_heading;
    QLabel* m_summary;
    CallBar* m_bar;
    InsightTable* m_table;
};

} // namespace lockstep
