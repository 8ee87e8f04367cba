// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/model_costs.h"

#include "engine/protocol/process_placement.h"
#include "engine/protocol/shares.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

/// Nothing where it is no shape of whole numbers.
std::optional<TensorSides> sidesOf(const QJsonArray& shape)
{
    TensorSides sides{shape.isEmpty() ? 1 : shape.first().toInteger(), 1};
    for (qsizetype axis = 1; axis < shape.size(); ++axis)
        sides.rest *= shape.at(axis).toInteger();
    return sides.rows > 0 && sides.rest > 0 ? std::optional(sides) : std::nullopt;
}

/// Nothing where a layer says other than the format does.
std::optional<ModelWork> workOf(const QJsonArray& layers)
{
    ModelWork work;
    for (const QJsonValue& value : layers) {
        const QJsonObject object = value.toObject();
        const QJsonValue flops = object.value(QLatin1String("flops"));
        const QJsonValue tensors = object.value(QLatin1String("tensors"));
        if (!(flops.toDouble(-1) >= 0) || !tensors.isArray())
            return std::nullopt;
        LayerWork& layer = work.layers.emplace_back();
        layer.flops = flops.toDouble();
        for (const QJsonValue& tensor : tensors.toArray()) {
            const std::optional<TensorSides> sides = sidesOf(tensor.toArray());
            if (!sides)
                return std::nullopt;
            layer.tensors.push_back(*sides);
        }
    }
    return work;
}

/// Samples of the rank with the largest share that is stated.
int largestBatch(const Experiment& experiment)
{
    const TrainingSpec& training = experiment.training;
    const std::vector<int>& parts = training.shares.byRank;
    const std::size_t ranks = placeRanks(experiment).size();
    if (training.shares.kind != ShareKind::ByRank || parts.size() != ranks)
        return training.batch;
    const BatchShares shares = BatchShares::inProportion(parts, training.batch * static_cast<int>(ranks));
    return *std::max_element(shares.batches().begin(), shares.batches().end());
}

} // namespace

ModelQuestion modelQuestion(const Experiment& experiment)
{
    const TrainingSpec& training = experiment.training;
    const int pieces = qMax(1, training.accumulate);
    return {QString::fromStdString(experiment.model.name), dataShape(experiment.data),
            (largestBatch(experiment) + pieces - 1) / pieces, training.precision, training.optimizer};
}

QStringList ModelQuestion::arguments() const
{
    const QString shape = QStringLiteral("%1x%2x%2").arg(data.channels).arg(data.side);
    const auto word = [](std::string_view text) {
        return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    };
    QStringList list = {QStringLiteral("describe"),    model,
                        QStringLiteral("--input"),     shape,
                        QStringLiteral("--classes"),   QString::number(data.classes),
                        QStringLiteral("--batch"),     QString::number(batch),
                        QStringLiteral("--precision"), word(toString(precision)),
                        QStringLiteral("--optimizer"), word(toString(optimizer)),
                        QStringLiteral("--json")};
    if (data.frames > 0)
        list << QStringLiteral("--frames") << QString::number(data.frames);
    return list;
}

QString ModelQuestion::key() const
{
    return arguments().join(u'\n');
}

Result<ModelCosts> parseModelCosts(const QByteArray& json)
{
    const QJsonObject answer = QJsonDocument::fromJson(json).object();
    bool isComplete = true;
    const auto number = [&](const QJsonObject& object, const char* key) {
        const QJsonValue value = object.value(QLatin1String(key));
        isComplete = isComplete && value.isDouble() && value.toDouble() >= 0;
        return value.toDouble();
    };
    const QJsonObject memory = answer.value(QLatin1String("training_memory")).toObject();
    ModelCosts costs{number(answer, "parameters"), number(answer, "flops"), number(memory, "gradients"),
                     number(memory, "total")};
    costs.checkpointBytes =
        number(memory, "parameters") + number(memory, "buffers") + number(memory, "optimizer_state");
    const std::optional<ModelWork> work = workOf(answer.value(QLatin1String("layers")).toArray());
    if (!isComplete || !work)
        return Error{LOCKSTEP_TEXT("The engine's description of the model cannot be read."), {}, {}};
    costs.work = *work;
    return costs;
}

QString formatCount(double count)
{
    static const std::array<const char*, 5> prefixes = {"", " k", " M", " G", " T"};
    std::size_t prefix = 0;
    while (prefix + 1 < prefixes.size() && count >= 999.5) {
        count /= 1000;
        ++prefix;
    }
    const int digits = prefix == 0 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
    return QLocale::c().toString(count, 'f', digits) + QLatin1String(prefixes[prefix]);
}

} // namespace lockstep
