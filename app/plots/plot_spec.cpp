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
    spec.emptyText =
        QCoreApplication::translate("PlotSpec", "The loss of every rank appears here, step by step.");
    spec.left.metric = Metric::Loss;
    spec.left.title = QCoreApplication::translate("PlotSpec", "Training loss");
    spec.left.column = QStringLiteral("training_loss");
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
    spec.left.title = QCoreApplication::translate("PlotSpec", "Accuracy (%)");
    spec.left.curve = QCoreApplication::translate("PlotSpec", "Validation accuracy");
    spec.left.column = QStringLiteral("validation_accuracy_percent");
    spec.left.factor = 100;
    spec.left.highest = 100;
    spec.right = PlotAxisSpec{};
    spec.right->metric = Metric::EpochLoss;
    spec.right->title = QCoreApplication::translate("PlotSpec", "Training loss");
    spec.right->curve = QCoreApplication::translate("PlotSpec", "Training loss");
    spec.right->column = QStringLiteral("training_loss");
    spec.perRank = false;
    return spec;
}

namespace {

PlotSpec stepSpec(const char* fileName, const char* column, Metric metric, const QString& title,
                  const QString& axis, const QString& toolTip, double factor = 1)
{
    PlotSpec made = lossPlotSpec();
    made.fileName = QLatin1String(fileName);
    made.title = title;
    made.toolTip = toolTip;
    made.emptyText =
        QCoreApplication::translate("PlotSpec", "The numbers of every rank appear here, step by step.");
    made.left.metric = metric;
    made.left.title = axis;
    made.left.column = QLatin1String(column);
    made.left.factor = factor;
    return made;
}

QVector<PlotSpec> gpuPlotSpecs()
{
    constexpr double kPercent = 100;
    constexpr double kGibibytes = 1.0 / (1 << 30);
    QVector<PlotSpec> specs = {
        stepSpec("gpu-load", "gpu_load_percent", Metric::GpuBusy,
                 QCoreApplication::translate("PlotSpec", "GPU load"),
                 QCoreApplication::translate("PlotSpec", "GPU load (%)"),
                 QCoreApplication::translate(
                     "PlotSpec",
                     "The share of the time in which the GPU of a rank computed, for whomever. Far "
                     "below 100 % something else is the limit: the data, the network, or a batch "
                     "that is too small."),
                 kPercent),
        stepSpec("gpu-memory", "gpu_memory_gib", Metric::GpuUsedBytes,
                 QCoreApplication::translate("PlotSpec", "GPU memory"),
                 QCoreApplication::translate("PlotSpec", "GPU memory (GiB)"),
                 QCoreApplication::translate(
                     "PlotSpec", "How much memory of the GPU of a rank is in use, by all that runs on it."),
                 kGibibytes),
        stepSpec("gpu-temperature", "gpu_temperature_celsius", Metric::GpuCelsius,
                 QCoreApplication::translate("PlotSpec", "GPU temperature"),
                 QCoreApplication::translate("PlotSpec", "GPU temperature (°C)"),
                 QCoreApplication::translate("PlotSpec", "A GPU that is too hot slows itself down.")),
        stepSpec("gpu-power", "gpu_power_watts", Metric::GpuWatts,
                 QCoreApplication::translate("PlotSpec", "GPU power"),
                 QCoreApplication::translate("PlotSpec", "GPU power (W)"),
                 QCoreApplication::translate("PlotSpec", "What the card of a rank draws, memory included.")),
    };
    specs[0].left.highest = kPercent;
    for (PlotSpec& spec : specs)
        spec.emptyText = QCoreApplication::translate(
            "PlotSpec", "What the GPUs of the ranks do appears here, every two seconds.");
    return specs;
}

} // namespace

QVector<PlotSpec> stepPlotSpecs()
{
    constexpr double kMilliseconds = 1000;
    const QVector<PlotSpec> specs = {
        lossPlotSpec(),
        stepSpec("learning-rate", "learning_rate", Metric::LearningRate,
                 QCoreApplication::translate("PlotSpec", "Learning rate"),
                 QCoreApplication::translate("PlotSpec", "Learning rate"),
                 QCoreApplication::translate(
                     "PlotSpec", "How far each step follows its gradient, as the schedule has it.")),
        stepSpec(
            "samples-per-second", "samples_per_second", Metric::SamplesPerSecond,
            QCoreApplication::translate("PlotSpec", "Samples per second"),
            QCoreApplication::translate("PlotSpec", "Samples/s of a rank"),
            QCoreApplication::translate("PlotSpec", "How many samples each rank trains with in a second.")),
        stepSpec("data-time", "data_wait_ms", Metric::DataSeconds,
                 QCoreApplication::translate("PlotSpec", "Data wait per step"),
                 QCoreApplication::translate("PlotSpec", "Data wait (ms)"),
                 QCoreApplication::translate(
                     "PlotSpec",
                     "How long a step waited for its batch. Near zero when reading keeps up with training."),
                 kMilliseconds),
        stepSpec("compute-time", "compute_ms", Metric::ComputeSeconds,
                 QCoreApplication::translate("PlotSpec", "Compute per step"),
                 QCoreApplication::translate("PlotSpec", "Compute (ms)"),
                 QCoreApplication::translate(
                     "PlotSpec", "Forward, backward and optimiser of a step on this rank's device."),
                 kMilliseconds),
        stepSpec("network-time", "communication_ms", Metric::NetworkSeconds,
                 QCoreApplication::translate("PlotSpec", "Communication per step"),
                 QCoreApplication::translate("PlotSpec", "Communication (ms)"),
                 QCoreApplication::translate("PlotSpec", "How long a step waited for the other ranks, beyond "
                                                         "what was hidden behind the backward pass."),
                 kMilliseconds),
    };
    return specs + gpuPlotSpecs();
}

QVector<PlotSpec> epochPlotSpecs()
{
    PlotSpec top1 = epochPlotSpec();
    PlotSpec top5 = epochPlotSpec();
    top5.title = QCoreApplication::translate("PlotSpec", "Top-5 accuracy per epoch");
    top5.toolTip = QCoreApplication::translate(
        "PlotSpec",
        "The share of samples whose right answer is among the five that the model holds likeliest.");
    top5.fileName = QStringLiteral("accuracy-top5");
    top5.left.metric = Metric::ValidationTop5;
    top5.left.title = QCoreApplication::translate("PlotSpec", "Top-5 accuracy (%)");
    top5.left.curve = QCoreApplication::translate("PlotSpec", "Validation top-5 accuracy");
    top5.left.column = QStringLiteral("validation_top5_accuracy_percent");
    PlotSpec losses = epochPlotSpec();
    losses.title = QCoreApplication::translate("PlotSpec", "Losses per epoch");
    losses.toolTip = QCoreApplication::translate(
        "PlotSpec", "A validation loss that rises while the training loss falls tells of overfitting.");
    losses.fileName = QStringLiteral("losses");
    losses.emptyText = QCoreApplication::translate("PlotSpec", "The losses appear here after each epoch.");
    losses.left = *losses.right;
    losses.left.metric = Metric::ValidationLoss;
    losses.left.title = QCoreApplication::translate("PlotSpec", "Validation loss");
    losses.left.curve = QCoreApplication::translate("PlotSpec", "Validation loss");
    losses.left.column = QStringLiteral("validation_loss");
    return {top1, top5, losses};
}

QString PlotSpec::curveName(int rank) const
{
    return rank >= 0 && rank < curveNames.size()
               ? curveNames[rank]
               : QCoreApplication::translate("PlotCurves", "Rank %1").arg(rank);
}

} // namespace lockstep
