// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/model_costs.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <array>
#include <cmath>

namespace lockstep {

ModelQuestion modelQuestion(const Experiment& experiment)
{
    const TrainingSpec& training = experiment.training;
    const int pieces = qMax(1, training.accumulate);
    return {QString::fromStdString(experiment.model.name), dataShape(experiment.data),
            (training.batch + pieces - 1) / pieces, training.precision, training.optimizer};
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
    const ModelCosts costs{number(answer, "parameters"), number(answer, "flops"), number(memory, "gradients"),
                           number(memory, "total")};
    if (!isComplete)
        return Error{LOCKSTEP_TEXT("The engine's description of the model cannot be read."), {}, {}};
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
