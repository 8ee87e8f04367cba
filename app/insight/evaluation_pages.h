// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/class_result_model.h"
#include "app/insight/evaluated_data.h"
#include "app/insight/prediction_model.h"

#include <QTabWidget>

class QCheckBox;
class QLabel;
class QListView;
class QPushButton;

namespace lockstep {

class ConfusionView;
class InsightTable;

/// What an evaluation brought: the confusion matrix, a table of classes, the worst mistakes and some samples.
class EvaluationPages : public QTabWidget {
    Q_OBJECT
public:
    explicit EvaluationPages(QWidget* parent = nullptr);

    void setData(const EvaluatedData& evaluated);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Page { Matrix, Classes, Worst, Samples };
    /// Pictures, and below them what is said of the chosen one.
    struct Gallery {
        PredictionModel model;
        QListView* list = nullptr;
        QLabel* detail = nullptr;
        void describe();
    };
    QWidget* makeMatrix();
    QWidget* makeClasses();
    QWidget* makeGallery(Gallery& gallery, const char* objectName);
    void retranslate();

    ClassResultModel m_classes;
    Gallery m_worst;
    Gallery m_samples;
    ConfusionView* m_matrix;
    QLabel* m_legend;
    QCheckBox* m_byRow;
    QPushButton* m_zoomOut;
    QPushButton* m_zoomIn;
    QPushButton* m_fit;
    QLabel* m_cell;
    InsightTable* m_table;
};

} // namespace lockstep
