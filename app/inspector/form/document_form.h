// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace lockstep {

/// A field of a form: how it reads the document, and how a text of the user becomes a changed document.
struct FormField {
    QString key; ///< names it within the form
    QString label;
    QString toolTip;
    QString placeholder;
    std::function<QString(const Experiment&)> read;
    std::function<Result<Experiment>(const Experiment&, const QString&)> write;
    /// Whether the field means anything for this experiment; absent: always.
    std::function<bool(const Experiment&)> visible{};
};

struct FormChoice {
    QString value; ///< what `read` yields and `write` takes
    QString text;
};

/// Fields that edit a document while one types. A text that is no value is kept in its field with the reason
/// beneath it, and the document goes back to the value before this typing; such a draft is neither dropped
/// when the form shows something else for a while, nor saved.
class DocumentForm : public QWidget {
    Q_OBJECT
public:
    explicit DocumentForm(ExperimentDocument& document, QWidget* parent = nullptr);
    ~DocumentForm() override;

    void addHeading(const QString& text);
    /// The rows that follow, up to the next heading, are shown only when the user unfolds them, or when one
    /// of them has an error.
    void addFold(const QString& text);
    QLineEdit* addText(FormField field);
    QComboBox* addChoice(FormField field, const QVector<FormChoice>& choices);
    /// Its `read` yields "true" or "false".
    QCheckBox* addCheck(FormField field);
    /// A widget of the caller's in a row of its own. Its error is set like that of a field.
    void addRow(const QString& key, const QString& label, const QString& toolTip, QWidget* widget);
    /// Puts a button to the right of a field.
    void addButton(const QString& key, QWidget* button);
    /// The rest of the height stays empty.
    void addStretch();

    void setRowVisible(const QString& key, bool isVisible);
    /// What the fields speak of now, such as a host's id. Drafts belong to it.
    void setScope(const QString& scope);
    const QString& scope() const { return m_scope; }
    /// Shows these sentences beside the fields, where there is no draft's own error: errors before warnings.
    void setProblems(const std::map<QString, QString>& errors,
                     const std::map<QString, QString>& warnings = {});
    /// Shows the document as it is now.
    void refresh();
    /// Scopes with a field that holds no value, each once.
    std::vector<QString> scopesWithDrafts() const;
    void forgetDrafts();
    /// A text that is no value.
    struct Draft {
        QString text;
        QString error;
        QString valueThen; ///< what the document said when it was typed; another value ends the draft
    };
    using Drafts = std::map<std::pair<QString, QString>, Draft>; ///< by scope and key
    const Drafts& drafts() const { return m_drafts; }
    /// Takes over the drafts of a form that stood in the place of this one; errors are said anew.
    void setDrafts(const Drafts& drafts);
    /// What the user sees as the name of a field; empty for a key that is none.
    QString labelOf(const QString& key) const;
    /// Gives the field the keyboard and selects its text.
    void focusField(const QString& key);

private:
    struct Row;
    Row& addRowWidgets(const QString& key, const QString& label, const QString& toolTip, QWidget* widget);
    void typed(Row& row, const QString& text);
    void place(Row& row);
    void restoreStart(Row& row);
    void editingFinished(Row& row);
    void revert(Row& row);
    void show(Row& row);
    void showError(Row& row);
    void setText(Row& row, const QString& text);
    Row* rowOf(const QString& key) const;
    const Draft* draftOf(const Row& row) const;

    ExperimentDocument& m_document;
    QGridLayout* m_layout;
    std::vector<std::unique_ptr<Row>> m_rows;
    QToolButton* m_fold = nullptr; ///< that of the rows being added
    QString m_scope;
    std::map<QString, QString> m_errors;
    std::map<QString, QString> m_warnings;
    Drafts m_drafts;
};

} // namespace lockstep
