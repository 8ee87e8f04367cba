// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"
#include "app/problems/problem.h"

#include <QWidget>

class QPushButton;

namespace lockstep {

class DocumentForm;

/// The fields of the elements that are selected on the canvas, and a button that removes them.
class ElementPanel : public QWidget {
    Q_OBJECT
public:
    DocumentForm& form() const { return *m_form; }
    /// REQUIRES: elements that this panel has fields for.
    virtual void showElements(const ElementSet& elements);
    /// Shows those that concern the elements, beside what the document itself tells.
    void showProblems(const Problems& problems);

signals:
    void removeWanted();

protected:
    ElementPanel(ExperimentDocument& document, QWidget* parent);
    /// Below the fields, and after them for Tab.
    QPushButton* addButton(const QString& text);
    /// The same, the last thing to be added.
    void addRemoveButton(const QString& text);
    const Experiment& experiment() const { return m_document.experiment(); }
    const Topology& topology() const { return m_document.experiment().topology; }
    const ElementSet& elements() const;
    /// Brings up to date what is said beside the fields. The elements are there.
    virtual void refreshFacts() {}

private:
    void refresh();
    void refreshProblems();

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    Problems m_problems;
};

} // namespace lockstep
