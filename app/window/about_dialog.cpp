// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/about_dialog.h"

#include "app/theme/icons.h"
#include "engine/protocol/experiment.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QSysInfo>

namespace lockstep {

namespace {

struct About {
    Q_DECLARE_TR_FUNCTIONS(lockstep::About)
};

} // namespace

void showAboutDialog(QWidget& window)
{
    QMessageBox box(&window);
    box.setWindowTitle(About::tr("About Lockstep"));
    box.setIconPixmap(tintedPixmap(QStringLiteral("lockstep"), Qt::black, 64, window.devicePixelRatioF()));
    box.setText(QStringLiteral("<b>Lockstep %1</b>").arg(QStringLiteral(LOCKSTEP_VERSION)));
    box.setInformativeText(
        About::tr(
            "Trains neural networks on several devices and machines, and shows how every rank learns.") +
        QStringLiteral("<br><br>") +
        About::tr("Experiment format: version %1<br>Qt: %2<br>System: %3")
            .arg(QString::number(kExperimentVersion), QString::fromLatin1(qVersion()),
                 QSysInfo::prettyProductName()) +
        QStringLiteral("<br><br>") +
        About::tr("The window is free software under the GNU GPL, version 3 or later; the engine under the "
                  "Apache License 2.0."));
    box.setStandardButtons(QMessageBox::Close);
    box.exec();
}

} // namespace lockstep
