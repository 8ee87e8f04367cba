// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How the rows of a form are made and stand.
#include "app/inspector/form/document_form.h"

#include "app/inspector/form/choice_box.h"
#include "app/inspector/form/field_edit.h"
#include "app/inspector/form/form_row.h"
#include "app/text/plain_text.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

namespace lockstep {

namespace {

QLabel* makeLabel(const char* property, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setProperty(property, true);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

void DocumentForm::addHeading(const QString& text)
{
    QLabel* heading = makeLabel("heading", this);
    heading->setText(text);
    if (m_layout->rowCount() > 1)
        heading->setContentsMargins(0, 12, 0, 0);
    m_layout->addWidget(heading, m_layout->rowCount(), 0, 1, 3);
    m_fold = nullptr;
}

void DocumentForm::addFold(const QString& text)
{
    m_fold = new QToolButton(this);
    m_fold->setObjectName(QStringLiteral("fold"));
    m_fold->setText(text);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setArrowType(Qt::RightArrow);
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_layout->addWidget(m_fold, m_layout->rowCount(), 0, 1, 3, Qt::AlignLeft);
    connect(m_fold, &QToolButton::toggled, this, [this, fold = m_fold](bool isOpen) {
        fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        for (const auto& row : m_rows) {
            if (row->fold == fold)
                place(*row);
        }
    });
}

DocumentForm::Row& DocumentForm::addRowWidgets(const QString& key, const QString& label,
                                               const QString& toolTip, QWidget* widget)
{
    Row& row = *m_rows.emplace_back(std::make_unique<Row>());
    row.field.key = key;
    row.widget = widget;
    row.fold = m_fold;
    const int at = m_layout->rowCount();
    if (label.isEmpty()) {
        m_layout->addWidget(widget, at, 0, 1, 3);
    } else {
        row.label = new QLabel(label, this);
        row.label->setToolTip(wrappedText(toolTip));
        row.label->setBuddy(widget);
        m_layout->addWidget(row.label, at, 0, Qt::AlignVCenter);
        m_layout->addWidget(widget, at, 1, 1, 2);
    }
    widget->setObjectName(key);
    widget->setToolTip(wrappedText(toolTip));
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
    connect(edit, &FieldEdit::revertWanted, this, [this, &row] { revert(row); });
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

QCheckBox* DocumentForm::addCheck(FormField field)
{
    auto* check = new QCheckBox(field.label, this);
    Row& row = addRowWidgets(field.key, QString(), field.toolTip, check);
    check->setAccessibleName(field.label);
    row.field = std::move(field);
    row.check = check;
    connect(check, &QCheckBox::clicked, this, [this, &row](bool isOn) {
        m_document.endGesture();
        typed(row, isOn ? QStringLiteral("true") : QStringLiteral("false"));
    });
    return check;
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
        row->button = button;
    }
}

void DocumentForm::addStretch()
{
    m_layout->setRowStretch(m_layout->rowCount(), 1);
}

} // namespace lockstep
