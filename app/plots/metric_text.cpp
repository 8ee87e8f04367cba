// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_text.h"

#include "app/text/inert_text.h"
#include "engine/protocol/step_numbers.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace lockstep {

namespace {

constexpr double kPercent = 100;
constexpr double kMilliseconds = 1000;
constexpr double kMebibytes = 1.0 / (1 << 20);
constexpr double kGibibytes = 1.0 / (1 << 30);
constexpr auto kNoTip = "";

struct KnownText {
    Metric metric;
    const char* title;
    const char* unit;
    const char* toolTip;
    const char* column;
    double factor = 1;
    double highest = 0;
};

QString translated(const char* text)
{
    return *text ? QCoreApplication::translate("MetricText", text) : QString();
}

constexpr KnownText kKnown[] = {
    {Metric::Loss, QT_TRANSLATE_NOOP("MetricText", "Training loss"), "",
     QT_TRANSLATE_NOOP("MetricText", "The loss of every rank on its samples, step by step."),
     "training_loss"},
    {Metric::Top1, QT_TRANSLATE_NOOP("MetricText", "Training accuracy"), "%",
     QT_TRANSLATE_NOOP("MetricText", "The share of right answers among the samples of a step."),
     "training_accuracy_percent", kPercent, kPercent},
    {Metric::Top5, QT_TRANSLATE_NOOP("MetricText", "Training top-5 accuracy"), "%",
     QT_TRANSLATE_NOOP("MetricText", "The share of samples whose right answer is among the five that the "
                                     "model holds likeliest."),
     "training_top5_accuracy_percent", kPercent, kPercent},
    {Metric::LearningRate, QT_TRANSLATE_NOOP("MetricText", "Learning rate"), "",
     QT_TRANSLATE_NOOP("MetricText", "How far each step follows its gradient, as the schedule has it."),
     "learning_rate"},
    {Metric::SamplesPerSecond, QT_TRANSLATE_NOOP("MetricText", "Samples per second"),
     QT_TRANSLATE_NOOP("MetricText", "samples/s"),
     QT_TRANSLATE_NOOP("MetricText", "How many samples each rank trains with in a second."),
     "samples_per_second"},
    {Metric::DataSeconds, QT_TRANSLATE_NOOP("MetricText", "Data wait"), "ms",
     QT_TRANSLATE_NOOP(
         "MetricText",
         "How long a step waited for its batch. Near zero when reading keeps up with training."),
     "data_wait_ms", kMilliseconds},
    {Metric::ForwardSeconds, QT_TRANSLATE_NOOP("MetricText", "Forward"), "ms",
     QT_TRANSLATE_NOOP("MetricText", "The forward pass of a step on this rank's device."), "forward_ms",
     kMilliseconds},
    {Metric::BackwardSeconds, QT_TRANSLATE_NOOP("MetricText", "Backward"), "ms",
     QT_TRANSLATE_NOOP("MetricText", "The backward pass of a step on this rank's device, with the "
                                     "communication that hides behind it."),
     "backward_ms", kMilliseconds},
    {Metric::NetworkSeconds, QT_TRANSLATE_NOOP("MetricText", "Communication"), "ms",
     QT_TRANSLATE_NOOP("MetricText", "How long a step waited for the other ranks, beyond what was hidden "
                                     "behind the backward pass."),
     "communication_ms", kMilliseconds},
    {Metric::OptimizerSeconds, QT_TRANSLATE_NOOP("MetricText", "Optimiser"), "ms",
     QT_TRANSLATE_NOOP("MetricText", "The update of the weights."), "optimizer_ms", kMilliseconds},
    {Metric::ComputeSeconds, QT_TRANSLATE_NOOP("MetricText", "Compute"), "ms",
     QT_TRANSLATE_NOOP(
         "MetricText",
         "Forward, backward and optimiser of a step on this rank's device, and compressing its gradients."),
     "compute_ms", kMilliseconds},
    {Metric::StepSeconds, QT_TRANSLATE_NOOP("MetricText", "Time of a step"), "ms",
     QT_TRANSLATE_NOOP("MetricText",
                       "The whole step: data, forward, backward, compression, communication, optimiser."),
     "step_ms", kMilliseconds},
    {Metric::LossScale, QT_TRANSLATE_NOOP("MetricText", "Loss scale"), "",
     QT_TRANSLATE_NOOP("MetricText", "What the loss is multiplied with so that 16-bit gradients keep their "
                                     "small values; it halves when they overflow."),
     "loss_scale"},
    {Metric::ProcessorBusy, QT_TRANSLATE_NOOP("MetricText", "Processor load"), "%",
     QT_TRANSLATE_NOOP("MetricText", "How busy the processor cores of a rank are."), "processor_load_percent",
     kPercent},
    {Metric::MemoryBytes, QT_TRANSLATE_NOOP("MetricText", "Memory"), "GiB",
     QT_TRANSLATE_NOOP("MetricText", "How much memory a rank takes on its host."), "memory_gib", kGibibytes},
    {Metric::GpuBusy, QT_TRANSLATE_NOOP("MetricText", "GPU load"), "%",
     QT_TRANSLATE_NOOP("MetricText",
                       "The share of the time in which the GPU of a rank computed, for whomever. Far below "
                       "100 % something else is the limit: the data, the network, or a batch that is too "
                       "small."),
     "gpu_load_percent", kPercent, kPercent},
    {Metric::GpuUsedBytes, QT_TRANSLATE_NOOP("MetricText", "GPU memory"), "GiB",
     QT_TRANSLATE_NOOP("MetricText",
                       "How much memory of the GPU of a rank is in use, by all that runs on it."),
     "gpu_memory_gib", kGibibytes},
    {Metric::GpuMemoryBytes, QT_TRANSLATE_NOOP("MetricText", "GPU memory in all"), "GiB", kNoTip,
     "gpu_memory_total_gib", kGibibytes},
    {Metric::GpuCelsius, QT_TRANSLATE_NOOP("MetricText", "GPU temperature"), "°C",
     QT_TRANSLATE_NOOP("MetricText", "A GPU that is too hot slows itself down."), "gpu_temperature_celsius"},
    {Metric::GpuWatts, QT_TRANSLATE_NOOP("MetricText", "GPU power"), "W",
     QT_TRANSLATE_NOOP("MetricText", "What the card of a rank draws, memory included."), "gpu_power_watts"},
    {Metric::GpuMegahertz, QT_TRANSLATE_NOOP("MetricText", "GPU clock"), "MHz", kNoTip, "gpu_clock_mhz"},
    {Metric::GpuMemoryMegahertz, QT_TRANSLATE_NOOP("MetricText", "GPU memory clock"), "MHz", kNoTip,
     "gpu_memory_clock_mhz"},
    {Metric::CollectiveBytesSent, QT_TRANSLATE_NOOP("MetricText", "Sent to other ranks or servers"), "MiB",
     QT_TRANSLATE_NOOP("MetricText", "Since the sample before."), "sent_mib", kMebibytes},
    {Metric::CollectiveBytesReceived, QT_TRANSLATE_NOOP("MetricText", "Received from other ranks or servers"),
     "MiB", QT_TRANSLATE_NOOP("MetricText", "Since the sample before."), "received_mib", kMebibytes},
    {Metric::CollectiveSeconds, QT_TRANSLATE_NOOP("MetricText", "Time in collectives"), "s",
     QT_TRANSLATE_NOOP("MetricText", "Since the sample before."), "collective_seconds"},
    {Metric::EpochLoss, QT_TRANSLATE_NOOP("MetricText", "Training loss of an epoch"), "",
     QT_TRANSLATE_NOOP("MetricText", "The mean over all ranks and steps of the epoch."),
     "epoch_training_loss"},
    {Metric::EpochSeconds, QT_TRANSLATE_NOOP("MetricText", "Time of an epoch"), "s", kNoTip, "epoch_seconds"},
    {Metric::ValidationLoss, QT_TRANSLATE_NOOP("MetricText", "Validation loss"), "",
     QT_TRANSLATE_NOOP("MetricText",
                       "A validation loss that rises while the training loss falls tells of overfitting."),
     "validation_loss"},
    {Metric::ValidationTop1, QT_TRANSLATE_NOOP("MetricText", "Validation accuracy"), "%",
     QT_TRANSLATE_NOOP("MetricText", "The share of right answers on the validation data."),
     "validation_accuracy_percent", kPercent, kPercent},
    {Metric::ValidationTop5, QT_TRANSLATE_NOOP("MetricText", "Validation top-5 accuracy"), "%",
     QT_TRANSLATE_NOOP("MetricText", "The share of samples whose right answer is among the five that the "
                                     "model holds likeliest."),
     "validation_top5_accuracy_percent", kPercent, kPercent},
};

/// A name as a table's head: letters, digits and lines below.
QString columnOf(Metric metric)
{
    QString column = QString::fromUtf8(metric.name().data(), static_cast<qsizetype>(metric.name().size()));
    for (QChar& character : column) {
        if (!character.isLetterOrNumber())
            character = u'_';
    }
    return column;
}

struct PeerText {
    std::string_view member;
    const char* title;
    const char* unit;
    double factor;
};

constexpr PeerText kPeers[] = {
    {"bytes_sent_per_second", QT_TRANSLATE_NOOP("MetricText", "Sent to %1"), "MiB/s", kMebibytes},
    {"bytes_received_per_second", QT_TRANSLATE_NOOP("MetricText", "Received from %1"), "MiB/s", kMebibytes},
    {"late_fraction", QT_TRANSLATE_NOOP("MetricText", "Waited for %1"), "%", kPercent},
    {"sending_fraction", QT_TRANSLATE_NOOP("MetricText", "Busy sending to %1"), "%", kPercent},
    {"delivered_mbps", QT_TRANSLATE_NOOP("MetricText", "Rate to %1"), "Mbps", 1},
    {"round_trip_ms", QT_TRANSLATE_NOOP("MetricText", "Round trip to %1"), "ms", 1},
    {"resent_per_second", QT_TRANSLATE_NOOP("MetricText", "Segments resent to %1"), "1/s", 1},
    {"window_bytes", QT_TRANSLATE_NOOP("MetricText", "Congestion window to %1"), "MiB", kMebibytes},
};

constexpr std::string_view kServer = "server-";

/// Of "2" or "server-0".
QString peerText(std::string_view peer)
{
    const bool isServer = peer.starts_with(kServer);
    if (isServer)
        peer.remove_prefix(kServer.size());
    const QString number = inertString(QString::fromUtf8(peer.data(), static_cast<qsizetype>(peer.size())));
    return (isServer ? translated(QT_TRANSLATE_NOOP("MetricText", "server %1"))
                     : translated(QT_TRANSLATE_NOOP("MetricText", "rank %1")))
        .arg(number);
}

/// What "link.PEER.MEMBER" tells of, and of whom.
struct LinkNumber {
    const PeerText* number = nullptr; ///< null: of no link, or not known
    std::string_view peer = {};
};

LinkNumber linkNumber(Metric metric)
{
    const std::string_view member = metric.member();
    const std::size_t dot = member.find('.');
    if (metric.group() != "link" || dot == std::string_view::npos)
        return {};
    const auto found = std::ranges::find(kPeers, member.substr(dot + 1), &PeerText::member);
    if (found == std::end(kPeers))
        return {};
    return {&*found, member.substr(0, dot)};
}

/// Of a number of a link that is known; an empty title: it is none.
MetricText linkText(Metric metric)
{
    const auto [found, peer] = linkNumber(metric);
    if (found == nullptr)
        return {};
    MetricText text;
    text.title = translated(found->title).arg(peerText(peer));
    text.unit = QString::fromUtf8(found->unit);
    text.column = columnOf(metric);
    text.factor = found->factor;
    return text;
}

struct EvaluatedText {
    std::string_view member;
    const char* title;
    const char* unit;
    double factor;
    double highest;
};

constexpr EvaluatedText kEvaluated[] = {
    {"loss", QT_TRANSLATE_NOOP("MetricText", "Loss on %1"), "", 1, 0},
    {"top1", QT_TRANSLATE_NOOP("MetricText", "Accuracy on %1"), "%", kPercent, kPercent},
    {"top5", QT_TRANSLATE_NOOP("MetricText", "Top-5 accuracy on %1"), "%", kPercent, kPercent},
};

/// Of "evaluated.SET.MEMBER", likewise.
MetricText evaluatedText(Metric metric)
{
    const std::string_view member = metric.member();
    const std::size_t dot = member.rfind('.');
    if (metric.group() != "evaluated" || dot == std::string_view::npos)
        return {};
    const auto found = std::ranges::find(kEvaluated, member.substr(dot + 1), &EvaluatedText::member);
    if (found == std::end(kEvaluated))
        return {};
    const QString set = QString::fromUtf8(member.data(), static_cast<qsizetype>(dot));
    MetricText text;
    text.title = translated(found->title).arg(inertString(set));
    text.unit = QString::fromUtf8(found->unit);
    text.column = columnOf(metric);
    text.factor = found->factor;
    text.highest = found->highest;
    return text;
}

MetricText stalenessText()
{
    MetricText text;
    text.title = translated(QT_TRANSLATE_NOOP("MetricText", "Staleness of gradients"));
    text.unit = translated(QT_TRANSLATE_NOOP("MetricText", "updates"));
    text.toolTip = translated(QT_TRANSLATE_NOOP(
        "MetricText", "How many updates of other ranks came between the weights that a gradient was computed "
                      "from and its own update."));
    text.column = columnOf(stalenessMetric());
    return text;
}

MetricText compressionText()
{
    MetricText text;
    text.title = translated(QT_TRANSLATE_NOOP("MetricText", "Compression"));
    text.unit = QStringLiteral("ms");
    text.toolTip = translated(QT_TRANSLATE_NOOP(
        "MetricText", "How long the processor of a rank compressed gradients, and restored them, after the "
                      "backward pass. Where this is longer than what it saves of the communication, less "
                      "compression is faster."));
    text.column = QStringLiteral("compression_ms");
    text.factor = kMilliseconds;
    return text;
}

Metric ofSteps(std::string_view number)
{
    return Metric::named("step." + std::string(number));
}

} // namespace

Metric stalenessMetric()
{
    static const Metric metric = ofSteps(kStalenessNumber);
    return metric;
}

Metric compressionMetric()
{
    static const Metric metric = ofSteps(kCompressionSecondsNumber);
    return metric;
}

QString linksTitle(const QVector<Metric>& metrics)
{
    const LinkNumber first = metrics.size() < 2 ? LinkNumber() : linkNumber(metrics.first());
    const auto isAlike = [&](Metric metric) { return linkNumber(metric).number == first.number; };
    if (first.number == nullptr || !std::ranges::all_of(metrics, isAlike))
        return {};
    const bool areServers = first.peer.starts_with(kServer);
    return translated(first.number->title)
        .arg(areServers ? translated(QT_TRANSLATE_NOOP("MetricText", "each server"))
                        : translated(QT_TRANSLATE_NOOP("MetricText", "each rank")));
}

MetricText metricText(Metric metric)
{
    const auto known = std::ranges::find(kKnown, metric, &KnownText::metric);
    if (known != std::end(kKnown))
        return {translated(known->title),           translated(known->unit), translated(known->toolTip),
                QString::fromLatin1(known->column), known->factor,           known->highest};
    if (metric == stalenessMetric())
        return stalenessText();
    if (metric == compressionMetric())
        return compressionText();
    if (MetricText link = linkText(metric); !link.title.isEmpty())
        return link;
    if (MetricText evaluated = evaluatedText(metric); !evaluated.title.isEmpty())
        return evaluated;
    MetricText text;
    text.title =
        inertString(QString::fromUtf8(metric.name().data(), static_cast<qsizetype>(metric.name().size())));
    text.column = columnOf(metric);
    return text;
}

QString axisText(const QString& title, const QString& unit)
{
    return unit.isEmpty() ? title : QCoreApplication::translate("MetricText", "%1 (%2)").arg(title, unit);
}

QString metricGroupText(Metric metric)
{
    static constexpr std::pair<std::string_view, const char*> kGroups[] = {
        {"step", QT_TRANSLATE_NOOP("MetricText", "Steps")},
        {"device", QT_TRANSLATE_NOOP("MetricText", "Devices")},
        {"collective", QT_TRANSLATE_NOOP("MetricText", "Communication between ranks")},
        {"link", QT_TRANSLATE_NOOP("MetricText", "Links")},
        {"epoch", QT_TRANSLATE_NOOP("MetricText", "Epochs")},
        {"evaluated", QT_TRANSLATE_NOOP("MetricText", "Evaluations")},
    };
    for (const auto& [group, title] : kGroups) {
        if (metric.group() == group)
            return translated(title);
    }
    return QCoreApplication::translate("MetricText", "Others");
}

} // namespace lockstep
