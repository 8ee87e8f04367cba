// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/training_questions.h"

#include "app/runs/run_page.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lockstep {

namespace {

struct Questions {
    Q_DECLARE_TR_FUNCTIONS(lockstep::TrainingQuestions)
};

} // namespace

bool mayShowOtherRun(const RunPage& page, QWidget& window)
{
    const QString sentence =
        page.isRehearsing()
            ? Questions::tr("Show the other run? The rehearsal of “%1” ends.")
            : Questions::tr(
                  "Show the other run? “%1” goes on training on its hosts; open it again from Runs.");
    QMessageBox box(QMessageBox::Question, Questions::tr("A run is in progress"), sentence.arg(page.title()),
                    QMessageBox::Yes | QMessageBox::No, &window);
    box.setTextFormat(Qt::PlainText);
    return box.exec() == QMessageBox::Yes;
}

bool mayLeaveTraining(const RunPage& page, QWidget& window)
{
    const bool ends = page.isRehearsing();
    const QString sentence = ends ? Questions::tr("The rehearsal of “%1” ends with this window.")
                                  : Questions::tr("“%1” goes on training on its hosts without this window.");
    QMessageBox box(QMessageBox::Information,
                    ends ? Questions::tr("The rehearsal ends") : Questions::tr("Training goes on"),
                    sentence.arg(page.title()), QMessageBox::Cancel, &window);
    box.setTextFormat(Qt::PlainText);
    if (!ends)
        box.setInformativeText(Questions::tr(
            "Start Lockstep again and open the run from Runs to see how it went. To end it, press "
            "Stop first."));
    const QPushButton* quit = box.addButton(Questions::tr("Quit"), QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == quit;
}

} // namespace lockstep
