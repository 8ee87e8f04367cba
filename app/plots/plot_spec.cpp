// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_spec.h"

#include <QCoreApplication>

namespace lockstep {

PlotSpec lossPlotSpec()
{
    PlotSpec spec;
    spec.title = QCoreApplication::translate("PlotSpec", "Loss per step");
    spec.fileName = QStringLiteral("loss");
    spec.keyTitle = QCoreApplication::translate("PlotSpec", "Step");
    spec.keyText = QCoreApplication::translate("PlotSpec", "Step %1");
    spec.emptyText = QCoreApplication::translate("PlotSpec", "The loss of every rank appears here, step by step.");
    spec.left.metric = Metric::Loss;
    spec.left.title = QCoreApplication::translate("PlotSpec", "Training loss");
    return spec;
}

PlotSpec epochPlotSpec()
{
    PlotSpec spec;
    spec.title = QCoreApplication::translate("PlotSpec", "Accuracy per epoch");
    spec.fileName = QStringLiteral("accuracy");
    spec.keyTitle = QCoreApplication::translate("PlotSpec", "Epoch");
    spec.keyText = QCoreApplication::translate("PlotSpec", "Epoch %1");
    spec.emptyText = QCoreApplication::translate(
        "PlotSpec", "The share of right answers on the validation data\nappears here after each epoch.");
    spec.left.metric = Metric::ValidationTop1;
    spec.left.title = QCoreApplication::translate("PlotSpec", "Validation accuracy (%)");
    spec.left.curve = QCoreApplication::translate("PlotSpec", "Validation accuracy");
    spec.left.factor = 100;
    spec.left.highest = 100;
    spec.right = PlotAxisSpec{};
    spec.right->metric = Metric::EpochLoss;
    spec.right->title = QCoreApplication::translate("PlotSpec", "Training loss");
    spec.right->curve = QCoreApplication::translate("PlotSpec", "Training loss");
    spec.perRank = false;
    // Accuracy rises and loss falls: the middle of the right side stays free.
    spec.legend = Qt::AlignVCenter | Qt::AlignRight;
    return spec;
}

} // namespace lockstep
