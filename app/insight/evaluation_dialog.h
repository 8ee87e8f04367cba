// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/engine_call.h"
#include "app/insight/evaluated_data.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

class CallBar;
class EvaluationPages;

/// Measures a checkpoint on the data of its run, on this computer: which classes are taken for which, the
/// worst mistakes, and some samples.
class EvaluationDialog : public QDialog {
    Q_OBJECT
public:
    /// `checkpoint`: a folder on this computer. `experiment`: the document of its run, whose data are at

    EvaluationDialog(const QString& engine, const QString& checkpoint, const QString& experiment,
                     const QString& place, QWidget* parent = nullptr);
    ~EvaluationDialog() override;

private:
    QLayout* makeChoices(const QString& place);
    void browse();
    void evaluate();
    void read(const QByteArray& json);
    void showResult(const Result<EvaluatedData>& evaluated);
    void updateChoices();
    void giveHint();

    QString m_checkpoint;
    QString m_experiment;
    EngineCall m_call;
    CallBar* m_bar;
    QLabel* m_result;
    QLabel* m_hint;              ///< until there is a result
    QLineEdit* m_path = nullptr; ///< null: the data have no place
    QComboBox* m_set;
    QPushButton* m_start;
    EvaluationPages* m_pages;
};

} // namespace lockstep
