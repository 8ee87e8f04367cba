// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/answer_dialog.h"
#include "app/insight/tensor_model.h"

#include <optional>

class QTabWidget;

namespace lockstep {

class FilterView;
class HistogramView;
class InsightTable;

/// What is inside a checkpoint: its tensors with their figures and histograms, and the filters of the first
/// layer as pictures. Read by the engine, which verifies the checkpoint before it tells anything.
class InsideDialog : public AnswerDialog {
    Q_OBJECT
public:
    /// `checkpoint`: a folder or a file of weights, on this computer.
    InsideDialog(const QString& engine, const QString& checkpoint, QWidget* parent = nullptr);
    ~InsideDialog() override;

private:
    void retranslate() override;
    QWidget* makeTensors();
    void read(const QByteArray& json);
    void showContents(const Result<CheckpointContents>& contents);
    void showTensor(int row);

    QString m_checkpoint;
    std::optional<CheckpointContents> m_contents; ///< nothing: not read yet
    TensorModel m_model;
    InsightTable* m_table = nullptr;
    HistogramView* m_histogram = nullptr;
    FilterView* m_filters;
    QTabWidget* m_tabs;
};

} // namespace lockstep
