// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/process/left_process.h"

#include <QCoreApplication>
#include <QProcess>

namespace lockstep {

void leaveProcess(QProcess* process, const QObject& listener)
{
    if (process == nullptr)
        return;
    process->disconnect(&listener);
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    process->setParent(QCoreApplication::instance()); // which it does not outlive
    QObject::connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

} // namespace lockstep
