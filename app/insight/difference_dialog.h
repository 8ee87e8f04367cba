// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/answer_dialog.h"
#include "app/insight/difference_model.h"

#include <optional>

namespace lockstep {

class InsightTable;

/// How two checkpoints differ, tensor by tensor. Compared by the engine.
class DifferenceDialog : public AnswerDialog {
    Q_OBJECT
public:
    /// Folders or files of weights, on this computer.
    DifferenceDialog(const QString& engine, const QString& first, const QString& second,
                     QWidget* parent = nullptr);
    ~DifferenceDialog() override;

private:
    void retranslate() override;
    void read(const QByteArray& json);
    void showDifference(const Result<CheckpointDifference>& difference);

    QString m_first, m_second;                        ///< names of the files
    std::optional<CheckpointDifference> m_difference; ///< nothing: not known yet
    DifferenceModel m_model;
    InsightTable* m_table;
};

} // namespace lockstep
