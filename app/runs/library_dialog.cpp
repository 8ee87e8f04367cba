// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/library_dialog.h"

#include "app/runs/library_texts.h"
#include "app/runs/question_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

LibraryDialog::LibraryDialog(const LibraryQuestion& question, QWidget* parent)
    : QDialog(parent), m_remember(new QCheckBox(tr("Do not ask again for this host"), this))
{
    becomeQuestion(*this, tr("Libraries for GPUs"));
    auto* layout = new QVBoxLayout(this);
    constexpr int kSpacing = 12;
    layout->setSpacing(kSpacing);
    layout->addWidget(plainLabel(librariesText(question), this));
    layout->addWidget(
        plainLabel(tr("Without them the run ends with what is missing. They can also be installed on "
                      "the host itself."),
                   this));
    layout->addWidget(m_remember);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* send = buttons->addButton(tr("Send them"), QDialogButtonBox::AcceptRole);
    send->setAutoDefault(false);
    QPushButton* refuse = buttons->addButton(tr("Do not send"), QDialogButtonBox::RejectRole);
    refuse->setDefault(true);
    refuse->setFocus();
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

bool LibraryDialog::isToBeRemembered() const
{
    return m_remember->isChecked();
}

} // namespace lockstep
