// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/training_questions.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

namespace {

struct Questions {
    Q_DECLARE_TR_FUNCTIONS(lockstep::TrainingQuestions)
};

} // namespace

bool mayShowOtherRun(const QString& runInProgress, QWidget& window)
{
    QMessageBox box(
        QMessageBox::Question, Questions::tr("A run is in progress"),
        Questions::tr("Show the other run? “%1” goes on training on its hosts; open it again from Runs.")
            .arg(runInProgress),
        QMessageBox::Yes | QMessageBox::No, &window);
    box.setTextFormat(Qt::PlainText);
    return box.exec() == QMessageBox::Yes;
}

bool mayLeaveTraining(const QString& runInProgress, QWidget& window)
{
    QMessageBox box(
        QMessageBox::Information, Questions::tr("Training goes on"),
        Questions::tr("“%1” goes on training on its hosts without this window.").arg(runInProgress),
        QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(Questions::tr(
        "Start Lockstep again and open the run from Runs to see how it went. To end it, press Stop first."));
    const QPushButton* quit = box.addButton(Questions::tr("Quit"), QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == quit;
}

} // namespace lockstep
