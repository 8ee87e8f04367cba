// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/form_line.h"

#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace lockstep {

namespace {

/// A property that the style sheet looks at.
void mark(QWidget& widget, const char* property, bool isOn)
{
    if (widget.property(property).toBool() == isOn)
        return;
    widget.setProperty(property, isOn);
    widget.style()->polish(&widget);
}

} // namespace

FormLine::FormLine(QWidget& widget, QLabel* label, QLabel& message, QToolButton* fold)
    : m_widget(widget), m_label(label), m_message(message), m_fold(fold)
{
}

bool FormLine::isSeen() const
{
    return m_isMeant && (!m_fold || m_fold->isChecked());
}

void FormLine::place()
{
    if (m_isWrong && m_isMeant)
        unfold();
    const bool isShown = isSeen();
    m_widget.setVisible(isShown);
    if (m_label)
        m_label->setVisible(isShown);
    if (m_button)
        m_button->setVisible(isShown);
    m_message.setVisible(isShown && !m_message.text().isEmpty());
    if (m_remark)
        m_remark->setVisible(isShown && !m_remark->text().isEmpty());
}

void FormLine::setButton(QWidget& button)
{
    m_button = &button;
    place();
}

void FormLine::setMeant(bool isMeant)
{
    m_isMeant = isMeant;
    place();
}

void FormLine::setMessage(const QString& text, Tone tone)
{
    m_isWrong = !text.isEmpty() && tone == Tone::Error;
    m_message.setText(text);
    m_widget.setAccessibleDescription(text);
    mark(m_message, "warningText", !m_isWrong);
    mark(m_widget, "wrong", m_isWrong);
    if (m_isWrong && m_isMeant)
        unfold();
    m_message.setVisible(isSeen() && !text.isEmpty());
}

void FormLine::setRemark(QLabel& remark)
{
    m_remark = &remark;
    place();
}

void FormLine::setRemarkText(const QString& text)
{
    if (!m_remark)
        return;
    m_remark->setText(text);
    place();
}

void FormLine::unfold()
{
    if (m_fold && !m_fold->isChecked())
        m_fold->setChecked(true); // which comes back to place()
}

} // namespace lockstep
