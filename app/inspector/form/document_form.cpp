// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/document_form.h"

#include "app/inspector/form/form_row.h"
#include "app/text/error_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int kRowSpacing = 6;

/// A property that the style sheet looks at.
void mark(QWidget* widget, const char* property, bool isOn)
{
    if (widget->property(property).toBool() == isOn)
        return;
    widget->setProperty(property, isOn);
    widget->style()->polish(widget);
}

} // namespace

DocumentForm::DocumentForm(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_layout(new QGridLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(10);
    m_layout->setVerticalSpacing(kRowSpacing);
    m_layout->setColumnStretch(1, 1);
    connect(&m_document, &ExperimentDocument::replaced, this, &DocumentForm::forgetDrafts);
}

DocumentForm::~DocumentForm() = default;

DocumentForm::Row* DocumentForm::rowOf(const QString& key) const
{
    for (const auto& row : m_rows) {
        if (row->field.key == key)
            return row.get();
    }
    return nullptr;
}

void DocumentForm::setRowVisible(const QString& key, bool isVisible)
{
    Row* row = rowOf(key);
    if (!row)
        return;
    row->isVisible = isVisible;
    place(*row);
}

void DocumentForm::place(Row& row)
{
    const bool isShown = row.isVisible && (!row.fold || row.fold->isChecked());
    row.widget->setVisible(isShown);
    if (row.label)
        row.label->setVisible(isShown);
    if (row.button)
        row.button->setVisible(isShown);
    showError(row);
}

const DocumentForm::Draft* DocumentForm::draftOf(const Row& row) const
{
    const auto found = m_drafts.find({m_scope, row.field.key});
    return found == m_drafts.end() ? nullptr : &found->second;
}

void DocumentForm::typed(Row& row, const QString& text)
{
    if (!row.start)
        row.start = row.shown;
    const Result<Experiment> next = row.field.write(m_document.experiment(), text);
    if (!next) {
        m_drafts[{m_scope, row.field.key}] = {text, errorSentence(next.error()), *row.start};
        restoreStart(row);
        showError(row);
        return;
    }
    m_drafts.erase({m_scope, row.field.key});
    row.shown = row.field.read(*next);
    showError(row);
    m_document.edit(tr("Edit “%1”").arg(row.field.label), *next, m_scope + u'/' + row.field.key);
}

/// "6553" on the way to "65536" was nobody's wish: what was there before the typing is the last good value.
void DocumentForm::restoreStart(Row& row)
{
    if (row.shown == *row.start)
        return;
    row.shown = *row.start;
    if (const Result<Experiment> before = row.field.write(m_document.experiment(), *row.start); before)
        m_document.edit(tr("Edit “%1”").arg(row.field.label), *before, m_scope + u'/' + row.field.key);
}

void DocumentForm::editingFinished(Row& row)
{
    row.start.reset();
    m_document.endGesture();
    if (!draftOf(row))
        setText(row, row.shown);
}

void DocumentForm::revert(Row& row)
{
    m_drafts.erase({m_scope, row.field.key});
    setText(row, row.shown);
    showError(row);
}

void DocumentForm::setText(Row& row, const QString& text)
{
    if (row.edit && row.edit->text() != text)
        row.edit->setText(text);
    if (row.check)
        row.check->setChecked(text == QLatin1String("true"));
    if (!row.box)
        return;
    int index = row.box->findData(text);
    if (index < 0) {
        // A value of a newer version or of another hand: shown as it is.
        row.box->addItem(text, text);
        index = row.box->count() - 1;
    }
    row.box->setCurrentIndex(index);
}

void DocumentForm::show(Row& row)
{
    if (!row.field.read)
        return;
    const QString value = row.field.read(m_document.experiment());
    if (const auto found = m_drafts.find({m_scope, row.field.key});
        found != m_drafts.end() && found->second.valueThen == value) {
        Draft& draft = found->second;
        setText(row, draft.text);
        // In the language of now.
        if (const Result<Experiment> next = row.field.write(m_document.experiment(), draft.text); !next)
            draft.error = errorSentence(next.error());
        row.shown = value;
        row.isShown = true;
        return;
    }
    m_drafts.erase({m_scope, row.field.key});
    if (row.isShown && row.shown == value)
        return;
    row.start.reset();
    row.shown = value;
    row.isShown = true;
    setText(row, value);
}

void DocumentForm::showError(Row& row)
{
    const Draft* draft = draftOf(row);
    const auto found = m_errors.find(row.field.key);
    const auto warning = m_warnings.find(row.field.key);
    QString text = draft ? draft->error : found != m_errors.end() ? found->second : QString();
    const bool isWrong = !text.isEmpty();
    if (row.fold && !row.fold->isChecked() && row.isVisible && isWrong)
        row.fold->setChecked(true); // which comes back here
    if (!isWrong && warning != m_warnings.end())
        text = warning->second;
    const bool isShown = row.isVisible && (!row.fold || row.fold->isChecked());
    row.error->setText(text);
    row.error->setVisible(isShown && !text.isEmpty());
    mark(row.error, "warningText", !isWrong);
    row.widget->setAccessibleDescription(text);
    mark(row.widget, "wrong", isWrong);
}

void DocumentForm::setScope(const QString& scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    for (const auto& row : m_rows)
        row->isShown = false;
}

void DocumentForm::setProblems(const std::map<QString, QString>& errors,
                               const std::map<QString, QString>& warnings)
{
    m_errors = errors;
    m_warnings = warnings;
    for (const auto& row : m_rows)
        showError(*row);
}

void DocumentForm::refresh()
{
    for (const auto& row : m_rows) {
        show(*row);
        if (row->field.visible)
            row->isVisible = row->field.visible(m_document.experiment());
        place(*row);
    }
}

std::vector<QString> DocumentForm::scopesWithDrafts() const
{
    std::vector<QString> scopes;
    for (const auto& [place, draft] : m_drafts) {
        if (scopes.empty() || scopes.back() != place.first)
            scopes.push_back(place.first);
    }
    return scopes;
}

void DocumentForm::forgetDrafts()
{
    m_drafts.clear();
    for (const auto& row : m_rows)
        row->isShown = false;
    refresh();
}

void DocumentForm::setDrafts(const Drafts& drafts)
{
    m_drafts = drafts;
    for (const auto& row : m_rows)
        row->isShown = false;
    refresh();
}

QString DocumentForm::labelOf(const QString& key) const
{
    const Row* row = rowOf(key);
    return row ? row->field.label : QString();
}

void DocumentForm::focusField(const QString& key)
{
    Row* row = rowOf(key);
    if (!row)
        return;
    if (row->fold)
        row->fold->setChecked(true);
    row->widget->setFocus(Qt::OtherFocusReason);
    if (row->edit)
        row->edit->selectAll();
}

} // namespace lockstep
