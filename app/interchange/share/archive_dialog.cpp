// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/share/archive_dialog.h"

#include "app/text/number_text.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

ArchiveDialog::ArchiveDialog(const ArchiveSizes& sizes, QWidget* parent)
    : QDialog(parent), m_sizes(sizes),
      m_logs(new QCheckBox(tr("&Logs (%1)").arg(sizeText(sizes.logs)), this)),
      m_checkpoints(new QCheckBox(
          tr("&Checkpoints that are on this computer (%1)").arg(sizeText(sizes.checkpoints)), this)),
      m_size(new QLabel(this))
{
    setWindowTitle(tr("The run as one file"));
    auto* text = new QLabel(tr("The file holds the experiment with the addresses of its hosts, every number "
                               "of the journals, tags and "
                               "notes. Along with it go:"),
                            this);
    text->setWordWrap(true);
    m_logs->setChecked(ArchiveContents().logs);
    m_logs->setEnabled(sizes.logs > 0);
    m_checkpoints->setChecked(ArchiveContents().checkpoints);
    m_checkpoints->setEnabled(sizes.checkpoints > 0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    auto* layout = new QVBoxLayout(this);
    for (QWidget* part : {static_cast<QWidget*>(text), static_cast<QWidget*>(m_logs),
                          static_cast<QWidget*>(m_checkpoints), static_cast<QWidget*>(m_size)})
        layout->addWidget(part);
    layout->addStretch(1);
    layout->addWidget(buttons);
    for (const QCheckBox* box : {m_logs, m_checkpoints})
        connect(box, &QCheckBox::toggled, this, &ArchiveDialog::showSize);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showSize();
}

ArchiveContents ArchiveDialog::contents() const
{
    return {.logs = m_logs->isChecked(), .checkpoints = m_checkpoints->isChecked()};
}

void ArchiveDialog::showSize()
{
    m_size->setText(tr("About %1 in all, before compression").arg(sizeText(m_sizes.of(contents()))));
}

} // namespace lockstep
