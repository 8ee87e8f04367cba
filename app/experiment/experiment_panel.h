// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QWidget>

class QLabel;

namespace lockstep {

class DocumentForm;

/// Model, data and training of the document. Keys of its fields are those of the document.
class ExperimentPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    DocumentForm& form() { return *m_form; }

private:
    void addModelFields();
    void addDataFields();
    void addTrainingFields();
    void addAdvancedFields();
    void addOptimizerFields();
    void addGradientFields();
    void addCheckpointFields();
    void browse();
    void refresh();
    QString summary() const;

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    QLabel* m_summary;
};

/// What is wrong with the data path as seen from here: a relative one without a document, or data that ranks
/// on this computer would not find. Empty: nothing.
QString dataPathProblem(const ExperimentDocument& document);

} // namespace lockstep
