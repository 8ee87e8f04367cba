// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands_dialog.h"

#include "app/settings/by_hand.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

CommandsDialog::CommandsDialog(const Experiment& experiment, const QString& document, QWidget* parent)
    : QDialog(parent), m_script(new QPlainTextEdit(this))
{
    setWindowTitle(tr("The commands"));
    auto* head = new QLabel(
        tr("What Run does with this experiment, as commands that you could type in a terminal of "
           "this computer. They take the experiment as it was last saved, and their runs are not listed "
           "here."),
        this);
    head->setWordWrap(true);
    m_script->setReadOnly(true);
    m_script->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_script->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_script->setAccessibleName(windowTitle());
    const QString script = handScript(experiment, handPlaces(document));
    m_script->setPlainText(script.isEmpty() ? tr("No host has a device, so there is nothing to start.")
                                            : script);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copies = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copies->setEnabled(!script.isEmpty());
    connect(copies, &QPushButton::clicked, this, &CommandsDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(head);
    layout->addWidget(m_script);
    layout->addWidget(buttons);
    resize(900, 560);
}

void CommandsDialog::copy()
{
    if (m_script->textCursor().hasSelection())
        m_script->copy();
    else
        QGuiApplication::clipboard()->setText(m_script->toPlainText());
}

} // namespace lockstep
