// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experiment/document_form.h"

#include "app/error_text.h"
#include "app/experiment/choice_box.h"
#include "app/experiment/field_edit.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>

namespace lockstep {

namespace {

constexpr int kRowSpacing = 6;

QLabel* makeLabel(const char* property, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setProperty(property, true);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

struct DocumentForm::Row {
    FormField field;
    QLabel* label = nullptr;
    QWidget* widget = nullptr; ///< what stands in the row
    QLineEdit* edit = nullptr;
    QComboBox* box = nullptr;
    QLabel* error = nullptr;
    QString shown; ///< the document's value when the editor was last set from it or agreed with it
    std::optional<QString> start; ///< the document's value when the typing began
    bool isShown = false;
    bool isVisible = true;
};

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

void DocumentForm::addHeading(const QString& text)
{
    QLabel* heading = makeLabel("heading", this);
    heading->setText(text);
    if (m_layout->rowCount() > 1)
        heading->setContentsMargins(0, 12, 0, 0);
    m_layout->addWidget(heading, m_layout->rowCount(), 0, 1, 3);
}

DocumentForm::Row& DocumentForm::addRowWidgets(const QString& key, const QString& label, const QString& toolTip,
                                               QWidget* widget)
{
    Row& row = *m_rows.emplace_back(std::make_unique<Row>());
    row.field.key = key;
    row.widget = widget;
    const int at = m_layout->rowCount();
    if (label.isEmpty()) {
        m_layout->addWidget(widget, at, 0, 1, 3);
    } else {
        row.label = new QLabel(label, this);
        row.label->setToolTip(toolTip);
        row.label->setBuddy(widget);
        m_layout->addWidget(row.label, at, 0, Qt::AlignVCenter);
        m_layout->addWidget(widget, at, 1, 1, 2);
    }
    widget->setObjectName(key);
    widget->setToolTip(toolTip);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(label);
    row.error = makeLabel("errorText", this);
    row.error->setObjectName(key + QStringLiteral(".error"));
    row.error->hide();
    m_layout->addWidget(row.error, at + 1, label.isEmpty() ? 0 : 1, 1, label.isEmpty() ? 3 : 2);
    return row;
}

QLineEdit* DocumentForm::addText(FormField field)
{
    auto* edit = new FieldEdit(this);
    edit->setPlaceholderText(field.placeholder);
    Row& row = addRowWidgets(field.key, field.label, field.toolTip, edit);
    row.field = std::move(field);
    row.edit = edit;
    connect(edit, &QLineEdit::textEdited, this, [this, &row](const QString& text) { typed(row, text); });
    connect(edit, &QLineEdit::editingFinished, this, [this, &row] { editingFinished(row); });
    connect(edit, &FieldEdit::revertWanted, this, [this, &row] {
        m_drafts.erase({m_scope, row.field.key});
        setText(row, row.shown);
        showError(row);
    });
    return edit;
}

QComboBox* DocumentForm::addChoice(FormField field, const QVector<FormChoice>& choices)
{
    auto* box = new ChoiceBox(this);
    for (const FormChoice& choice : choices)
        box->addItem(choice.text, choice.value);
    Row& row = addRowWidgets(field.key, field.label, field.toolTip, box);
    row.field = std::move(field);
    row.box = box;
    connect(box, &QComboBox::activated, this, [this, &row](int index) {
        m_document.endGesture();
        typed(row, row.box->itemData(index).toString());
    });
    return box;
}

void DocumentForm::addRow(const QString& key, const QString& label, const QString& toolTip, QWidget* widget)
{
    addRowWidgets(key, label, toolTip, widget);
}

void DocumentForm::addButton(const QString& key, QWidget* button)
{
    if (Row* row = rowOf(key)) {
        const int at = m_layout->indexOf(row->widget);
        int line = 0;
        int column = 0;
        int rows = 0;
        int columns = 0;
        m_layout->getItemPosition(at, &line, &column, &rows, &columns);
        m_layout->removeWidget(row->widget);
        m_layout->addWidget(row->widget, line, 1);
        m_layout->addWidget(button, line, 2);
    }
}

void DocumentForm::addStretch()
{
    m_layout->setRowStretch(m_layout->rowCount(), 1);
}

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
    row->widget->setVisible(isVisible);
    if (row->label)
        row->label->setVisible(isVisible);
    showError(*row);
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

void DocumentForm::setText(Row& row, const QString& text)
{
    if (row.edit && row.edit->text() != text)
        row.edit->setText(text);
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
    if (const Draft* draft = draftOf(row); draft && draft->valueThen == value) {
        setText(row, draft->text);
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
    const auto problem = m_problems.find(row.field.key);
    const QString text = draft                           ? draft->error
                         : problem != m_problems.end() ? problem->second
                                                       : QString();
    row.error->setText(text);
    row.error->setVisible(row.isVisible && !text.isEmpty());
    row.widget->setAccessibleDescription(text);
    if (row.widget->property("wrong").toBool() == !text.isEmpty())
        return;
    row.widget->setProperty("wrong", !text.isEmpty());
    row.widget->style()->polish(row.widget);
}

void DocumentForm::setScope(const QString& scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    for (const auto& row : m_rows)
        row->isShown = false;
}

void DocumentForm::setProblems(const std::map<QString, QString>& problems)
{
    m_problems = problems;
    for (const auto& row : m_rows)
        showError(*row);
}

void DocumentForm::refresh()
{
    for (const auto& row : m_rows) {
        show(*row);
        showError(*row);
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

void DocumentForm::focusField(const QString& key)
{
    Row* row = rowOf(key);
    if (!row)
        return;
    row->widget->setFocus(Qt::OtherFocusReason);
    if (row->edit)
        row->edit->selectAll();
}

} // namespace lockstep
