// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/inspector/form/form_drafts.h"
#include "app/inspector/form/form_field.h"
#include "app/inspector/form/form_layout.h"

#include <QString>
#include <QWidget>
#include <map>
#include <memory>
#include <vector>

namespace lockstep {

/// Fields that edit a document while one types. A text that is no value is kept in its field with the reason
/// beneath it, and the document goes back to the values before this typing; such a draft is neither dropped
/// when the form shows something else for a while, nor saved.
class DocumentForm : public QWidget {
    Q_OBJECT
public:
    explicit DocumentForm(ExperimentDocument& document, QWidget* parent = nullptr);
    ~DocumentForm() override;

    void addHeading(const QString& text) { m_layout.addHeading(text); }
    /// The rows that follow, up to the next heading, are shown only when the user unfolds them, or when one
    /// of them has an error.
    void addFold(const QString& text) { m_layout.addFold(text); }
    void addFields(const std::vector<FormField>& fields);
    /// A widget of the caller's in a row of its own. Its error is set like that of a field.
    void addWidget(const QString& key, const QString& hint, QWidget& widget);
    /// Puts a button to the right of a field.
    void addButton(const QString& key, QWidget& button);
    void setRowShown(const QString& key, bool isShown);

    /// What the fields speak of now; nothing: the experiment itself. Drafts belong to it.
    void setScope(const ElementSet& scope);
    const ElementSet& scope() const { return m_scope; }
    /// Shows these sentences beside the fields, where there is no draft's own error: errors before warnings.
    void setProblems(const std::map<QString, QString>& errors,
                     const std::map<QString, QString>& warnings = {});
    /// Shows the document as it is now.
    void refresh();
    /// The texts that are no values.
    const FormDrafts& drafts() const { return m_drafts; }
    void forgetDrafts() { setDrafts({}); }
    /// Takes over the drafts of a form that stood in the place of this one; errors are said anew.
    void setDrafts(const FormDrafts& drafts);
    /// What the user sees as the name of a field; empty for a key that is none.
    QString labelOf(const QString& key) const;
    /// Gives the field the keyboard and selects its text.
    void focusField(const QString& key);

private:
    struct Row;
    void addField(const FormField& field);
    void typed(Row& row, const QString& text);
    void edit(const Row& row, const Experiment& next);
    void restoreStart(Row& row);
    void finish(Row& row);
    void revert(Row& row);
    void show(Row& row);
    void showMessage(Row& row);
    Row* rowOf(const QString& key) const;

    ExperimentDocument& m_document;
    FormLayout m_layout;
    std::vector<std::unique_ptr<Row>> m_rows;
    ElementSet m_scope;
    std::map<QString, QString> m_errors;
    std::map<QString, QString> m_warnings;
    FormDrafts m_drafts;
};

} // namespace lockstep
