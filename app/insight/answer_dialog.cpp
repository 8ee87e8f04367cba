// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/answer_dialog.h"

#include "app/insight/call_bar.h"
#include "app/theme/reading_order.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

AnswerDialog::AnswerDialog(const QString& engine, QWidget* parent)
    : QDialog(parent), m_call(engine), m_heading(new QLabel(this)), m_summary(new QLabel(this)),
      m_bar(new CallBar(this))
{
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_bar->follow(m_call);
    m_heading->setProperty("heading", true);
    m_summary->setProperty("muted", true);
    for (QLabel* label : {m_heading, m_summary}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
}

void AnswerDialog::lay(std::initializer_list<QWidget*> body)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return is for the fields
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addWidget(m_heading);
    layout->addWidget(m_summary);
    layout->addWidget(m_bar);
    for (QWidget* widget : body)
        layout->addWidget(widget, widget == *(body.end() - 1) ? 1 : 0);
    layout->addWidget(buttons);
    setReadingOrder(*this);
}

void AnswerDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
