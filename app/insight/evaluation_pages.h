// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/class_result_model.h"
#include "app/insight/evaluated_data.h"
#include "app/insight/prediction_model.h"

#include <QTabWidget>

class QLabel;

namespace lockstep {

class ConfusionView;
class InsightTable;

/// What an evaluation brought: the confusion matrix, a table of classes, the worst mistakes and some samples.
class EvaluationPages : public QTabWidget {
    Q_OBJECT
public:
    explicit EvaluationPages(QWidget* parent = nullptr);

    void setData(const EvaluatedData& evaluated);

private:
    QWidget* makeMatrix();
    QWidget* makeClasses();
    QWidget* makeGallery(PredictionModel& model, const char* objectName, const QString& name);

    ClassResultModel m_classes;
    PredictionModel m_worst;
    PredictionModel m_samples;
    ConfusionView* m_matrix;
    QLabel* m_cell;
    InsightTable* m_table;
};

} // namespace lockstep
