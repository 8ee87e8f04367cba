// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_questions.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::CheckpointQuestions)
};

QString stepText(const CheckpointEntry& entry)
{
    return QLocale().toString(static_cast<qlonglong>(entry.saved.step));
}

QLabel* paragraph(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QString stepsOf(const QVector<CheckpointEntry>& entries)
{
    QStringList steps;
    for (const CheckpointEntry& entry : entries)
        steps.prepend(stepText(entry));
    return QLocale().createSeparatedList(steps);
}

} // namespace

std::optional<DeletionChoice> askForDeletion(const CheckpointEntry& entry, const QString& host,
                                             const QString& needed, QWidget& window)
{
    QDialog dialog(&window);
    dialog.setWindowTitle(Texts::tr("Delete a checkpoint"));
    auto* layout = new QVBoxLayout(&dialog);
    layout->addWidget(paragraph(
        Texts::tr("The checkpoint after step %1 is deleted for good. Where?").arg(stepText(entry)), &dialog));
    const QString size = sizeText(entry.saved.bytes);
    auto* onHost = new QCheckBox(Texts::tr("On %1, which frees %2").arg(inertString(host), size), &dialog);
    auto* here = new QCheckBox(Texts::tr("On this computer, which frees %1").arg(size), &dialog);
    onHost->setVisible(entry.isOnHost);
    onHost->setEnabled(needed.isEmpty());
    onHost->setChecked(entry.isOnHost && !entry.isHere && needed.isEmpty());
    here->setVisible(entry.isHere);
    here->setChecked(entry.isHere);
    layout->addWidget(onHost);
    if (entry.isOnHost && !needed.isEmpty())
        layout->addWidget(paragraph(needed, &dialog));
    layout->addWidget(here);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, &dialog);
    QPushButton* confirm = buttons->addButton(Texts::tr("Delete"), QDialogButtonBox::DestructiveRole);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    layout->addWidget(buttons);
    const auto allow = [=] { confirm->setEnabled(onHost->isChecked() || here->isChecked()); };
    QObject::connect(onHost, &QCheckBox::toggled, &dialog, allow);
    QObject::connect(here, &QCheckBox::toggled, &dialog, allow);
    QObject::connect(confirm, &QPushButton::clicked, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    allow();
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return DeletionChoice{entry.isOnHost && onHost->isChecked(), entry.isHere && here->isChecked()};
}

bool askForResume(const CheckpointEntry& entry, const QVector<CheckpointEntry>& later, QWidget& window)
{
    QMessageBox box(QMessageBox::Question, Texts::tr("Resume from a checkpoint"),
                    Texts::tr("Train on from step %1?").arg(stepText(entry)), QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    QString consequences =
        Texts::tr("What was trained after it is done again; its curves stay as a discarded piece.");
    if (!later.isEmpty())
        consequences += u' ' + Texts::tr("The later checkpoints on the host are deleted as soon as the "
                                         "training goes on (steps %1). Copies on this computer stay.")
                                   .arg(stepsOf(later));
    box.setInformativeText(consequences);
    const QPushButton* confirm = box.addButton(Texts::tr("Resume"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == confirm;
}

} // namespace lockstep
