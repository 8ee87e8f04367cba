// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/document_form.h"

#include "app/inspector/form/field_editor.h"
#include "app/text/error_text.h"

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

/// What all of them say; nothing when they differ.
std::optional<QString> commonText(const QStringList& texts)
{
    if (texts.isEmpty())
        return QString();
    const bool agree =
        std::all_of(texts.begin(), texts.end(), [&](const QString& text) { return text == texts[0]; });
    return agree ? std::optional(texts[0]) : std::nullopt;
}

/// Tells strokes of work in one field from those in another.
QString gestureIn(const ElementSet& scope, const QString& key)
{
    QStringList parts;
    for (const std::string& id : scope.nodes)
        parts << QString::fromStdString(id);
    for (const LinkKey& link : scope.links)
        parts << QString::fromStdString(link.from) << QString::fromStdString(link.to)
              << QString::number(link.ordinal);
    return parts.join(u'\n') + u'/' + key;
}

} // namespace

/// A field or a widget of the caller's, and how far its editor agrees with the document.
struct DocumentForm::Row {
    FormLine& line;
    FormField field; ///< of a widget of the caller's: its key alone
    FieldEditor* editor = nullptr;
    QStringList shown; ///< the document's values when the editor was last set from them or agreed with them
    std::optional<QStringList> start; ///< the document's values when the typing began
    bool isCurrent = false;           ///< whether the editor shows something of this scope
};

DocumentForm::DocumentForm(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_layout(*this)
{
    connect(&m_document, &ExperimentDocument::replaced, this, &DocumentForm::forgetDrafts);
}

DocumentForm::~DocumentForm() = default;

void DocumentForm::addFields(const std::vector<FormField>& fields)
{
    for (const FormField& field : fields)
        addField(field);
}

void DocumentForm::addField(const FormField& field)
{
    FieldEditor& editor = FieldEditor::make(field, *this);
    editor.widget().setAccessibleName(
        field.unit.many.isEmpty() ? field.label() : tr("%1, %2").arg(field.label(), field.unit.many));
    FormLine& line = m_layout.addLine(field.key, editor.isLabelled() ? QString() : field.label(), field.hint,
                                      editor.widget());
    if (field.remark)
        m_layout.addRemark();
    Row& row = *m_rows.emplace_back(std::make_unique<Row>(Row{line, field, &editor, {}, {}, false}));
    connect(&editor, &FieldEditor::typed, this, [this, &row](const QString& text) { typed(row, text); });
    connect(&editor, &FieldEditor::chosen, this, [this, &row](const QString& text) {
        m_document.endGesture();
        typed(row, text);
    });
    connect(&editor, &FieldEditor::finished, this, [this, &row] { finish(row); });
    connect(&editor, &FieldEditor::revertWanted, this, [this, &row] { revert(row); });
}

void DocumentForm::addWidget(const QString& key, const QString& hint, QWidget& widget)
{
    FormLine& line = m_layout.addLine(key, {}, hint, widget);
    FormField field;
    field.key = key;
    m_rows.push_back(std::make_unique<Row>(Row{line, field, nullptr, {}, {}, false}));
}

void DocumentForm::addButton(const QString& key, QWidget& button)
{
    if (Row* row = rowOf(key))
        m_layout.addButton(row->line, button);
}

DocumentForm::Row* DocumentForm::rowOf(const QString& key) const
{
    for (const auto& row : m_rows) {
        if (row->field.key == key)
            return row.get();
    }
    return nullptr;
}

void DocumentForm::setRowShown(const QString& key, bool isShown)
{
    if (Row* row = rowOf(key))
        row->line.setMeant(isShown);
}

void DocumentForm::typed(Row& row, const QString& text)
{
    if (!row.start)
        row.start = row.shown;
    Experiment next = m_document.experiment();
    if (const Result<void> written = row.field.write(next, m_scope, {text}); !written) {
        m_drafts.put(m_scope, row.field.key, {text, errorSentence(written.error()), *row.start});
        restoreStart(row);
        showMessage(row);
        return;
    }
    m_drafts.drop(m_scope, row.field.key);
    row.shown = row.field.read(next, m_scope);
    showMessage(row);
    edit(row, next);
}

void DocumentForm::edit(const Row& row, const Experiment& next)
{
    m_document.edit([label = row.field.label] { return tr("Edit “%1”").arg(label()); }, next,
                    gestureIn(m_scope, row.field.key));
}

/// "6553" on the way to "65536" was nobody's wish: what was there before the typing are the last good values.
void DocumentForm::restoreStart(Row& row)
{
    if (row.shown == *row.start)
        return;
    row.shown = *row.start;
    Experiment before = m_document.experiment();
    if (row.field.write(before, m_scope, *row.start))
        edit(row, before);
}

void DocumentForm::finish(Row& row)
{
    row.start.reset();
    m_document.endGesture();
    if (!m_drafts.find(m_scope, row.field.key))
        row.editor->show(commonText(row.shown));
}

void DocumentForm::revert(Row& row)
{
    m_drafts.drop(m_scope, row.field.key);
    row.editor->show(commonText(row.shown));
    showMessage(row);
}

void DocumentForm::show(Row& row)
{
    const QStringList values = row.field.read(m_document.experiment(), m_scope);
    const FormDrafts::Draft* draft = m_drafts.find(m_scope, row.field.key);
    if (draft && draft->valuesThen == values) {
        row.editor->show(draft->text);
        // In the language of now.
        Experiment next = m_document.experiment();
        if (const Result<void> written = row.field.write(next, m_scope, {draft->text}); !written)
            m_drafts.put(m_scope, row.field.key, {draft->text, errorSentence(written.error()), values});
        row.shown = values;
        row.isCurrent = true;
        return;
    }
    m_drafts.drop(m_scope, row.field.key);
    if (row.isCurrent && row.shown == values)
        return;
    row.start.reset();
    row.shown = values;
    row.isCurrent = true;
    row.editor->show(commonText(values));
}

void DocumentForm::showMessage(Row& row)
{
    const FormDrafts::Draft* draft = m_drafts.find(m_scope, row.field.key);
    const auto error = m_errors.find(row.field.key);
    const auto warning = m_warnings.find(row.field.key);
    if (draft)
        row.line.setMessage(draft->error, FormLine::Tone::Error);
    else if (error != m_errors.end())
        row.line.setMessage(error->second, FormLine::Tone::Error);
    else
        row.line.setMessage(warning == m_warnings.end() ? QString() : warning->second,
                            FormLine::Tone::Warning);
}

void DocumentForm::setScope(const ElementSet& scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    for (const auto& row : m_rows)
        row->isCurrent = false;
}

void DocumentForm::setProblems(const std::map<QString, QString>& errors,
                               const std::map<QString, QString>& warnings)
{
    m_errors = errors;
    m_warnings = warnings;
    for (const auto& row : m_rows)
        showMessage(*row);
}

void DocumentForm::refresh()
{
    const Experiment& experiment = m_document.experiment();
    for (const auto& row : m_rows) {
        if (row->field.emptyMeaning)
            row->editor->setEmptyMeaning(row->field.emptyMeaning(experiment, m_scope));
        if (row->field.remark)
            row->line.setRemarkText(row->field.remark(experiment, m_scope));
        if (row->editor)
            show(*row);
        if (row->field.shown)
            row->line.setMeant(row->field.shown(experiment, m_scope));
        showMessage(*row);
    }
}

void DocumentForm::setDrafts(const FormDrafts& drafts)
{
    m_drafts = drafts;
    for (const auto& row : m_rows)
        row->isCurrent = false;
    refresh();
}

QString DocumentForm::labelOf(const QString& key) const
{
    const Row* row = rowOf(key);
    return row && row->field.label ? row->field.label() : QString();
}

void DocumentForm::focusField(const QString& key)
{
    Row* row = rowOf(key);
    if (!row)
        return;
    row->line.unfold();
    row->line.widget().setFocus(Qt::OtherFocusReason);
    if (row->editor)
        row->editor->selectAll();
}

} // namespace lockstep
