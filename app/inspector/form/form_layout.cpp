// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/form_layout.h"

#include "app/inspector/form/fact_label.h"
#include "app/text/plain_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

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

FormLayout::FormLayout(QWidget& form) : m_form(form), m_grid(new QGridLayout(&form))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(kRowSpacing);
    m_grid->setColumnStretch(1, 1);
}

void FormLayout::addHeading(const QString& text)
{
    QLabel* heading = makeLabel("heading", &m_form);
    heading->setText(text);
    if (m_grid->rowCount() > 1)
        heading->setContentsMargins(0, 12, 0, 0);
    m_grid->addWidget(heading, m_grid->rowCount(), 0, 1, 3);
    m_fold = nullptr;
}

void FormLayout::addFold(const QString& text)
{
    m_fold = new QToolButton(&m_form);
    m_fold->setObjectName(QStringLiteral("fold"));
    m_fold->setText(text);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setArrowType(Qt::RightArrow);
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_grid->addWidget(m_fold, m_grid->rowCount(), 0, 1, 3, Qt::AlignLeft);
    QObject::connect(m_fold, &QToolButton::toggled, m_fold, [fold = m_fold](bool isOpen) {
        fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    });
}

FormLine& FormLayout::addLine(const QString& key, const QString& label, const QString& hint, QWidget& widget)
{
    const int at = m_grid->rowCount();
    QLabel* labelWidget = nullptr;
    if (label.isEmpty()) {
        m_grid->addWidget(&widget, at, 0, 1, 3);
    } else {
        labelWidget = new QLabel(label, &m_form);
        labelWidget->setToolTip(wrappedText(hint));
        labelWidget->setBuddy(&widget);
        m_grid->addWidget(labelWidget, at, 0, Qt::AlignVCenter);
        m_grid->addWidget(&widget, at, 1, 1, 2);
    }
    widget.setObjectName(key);
    widget.setToolTip(wrappedText(hint));
    QLabel* message = makeLabel("errorText", &m_form);
    message->setObjectName(key + QStringLiteral(".error"));
    message->hide();
    m_grid->addWidget(message, at + 1, label.isEmpty() ? 0 : 1, 1, label.isEmpty() ? 3 : 2);
    FormLine& line = *m_lines.emplace_back(std::make_unique<FormLine>(widget, labelWidget, *message, m_fold));
    if (m_fold) {
        QObject::connect(m_fold, &QToolButton::toggled, &widget, [&line] { line.place(); });
        line.place();
    }
    return line;
}

void FormLayout::addButton(FormLine& line, QWidget& button)
{
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
    m_grid->getItemPosition(m_grid->indexOf(&line.widget()), &row, &column, &rows, &columns);
    m_grid->removeWidget(&line.widget());
    m_grid->addWidget(&line.widget(), row, 1);
    m_grid->addWidget(&button, row, 2);
    line.setButton(button);
}

void FormLayout::addRemark()
{
    FormLine& line = *m_lines.back();
    auto* remark = new FactLabel(&m_form);
    remark->setObjectName(line.widget().objectName() + QStringLiteral(".remark"));
    m_grid->addWidget(remark, m_grid->rowCount(), 0, 1, 3);
    line.setRemark(*remark);
}

void FormLayout::addStretch()
{
    m_grid->setRowStretch(m_grid->rowCount(), 1);
}

} // namespace lockstep
