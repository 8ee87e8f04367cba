// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/data_copying.h"

#include "app/runs/data_delivery_dialog.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace lockstep {

namespace {

struct DataCopying {
    Q_DECLARE_TR_FUNCTIONS(lockstep::DataCopying)
};

/// Why there is nothing to copy; empty: there is.
QString obstacle(const ExperimentDocument& document)
{
    const Experiment experiment = document.forRunning();
    if (placeOf(experiment.data.kind) == DataPlace::BuiltIn)
        return DataCopying::tr("The program makes these data itself, so there is nothing to copy.");
    if (experiment.data.path.empty())
        return DataCopying::tr("Choose the data first: under Data, Data path.");
    if (hostsWithoutOurFiles(experiment.topology).empty())
        return DataCopying::tr(
            "No host that is reached over SSH has a device, so there is nowhere to copy to.");
    return {};
}

void takeCopies(ExperimentDocument& document, const DataSpec& copies)
{
    Experiment next = document.experiment();
    next.data.path = copies.path;
    next.data.testList = copies.testList;
    document.edit([] { return DataCopying::tr("Train with the copies on the hosts"); }, next);
}

} // namespace

void copyData(ExperimentDocument& document, const RemoteOptions& options, QWidget& window)
{
    if (const QString reason = obstacle(document); !reason.isEmpty()) {
        QMessageBox::information(&window, DataCopying::tr("Copy data to the hosts"), reason);
        return;
    }
    auto* dialog = new DataDeliveryDialog(document.forRunning(), options, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &document, [dialog, &document] {
        if (dialog->copies())
            takeCopies(document, *dialog->copies());
    });
    dialog->open();
    dialog->begin();
}

} // namespace lockstep
