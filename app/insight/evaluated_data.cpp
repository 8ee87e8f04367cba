// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/evaluated_data.h"

#include "app/preview/previewed_data.h"
#include "app/text/inert_text.h"

#include <utility>

namespace lockstep {

namespace {

std::vector<ShownPrediction> shown(std::vector<Prediction> predictions)
{
    std::vector<ShownPrediction> all;
    all.reserve(predictions.size());
    for (Prediction& prediction : predictions) {
        QImage image = pictureOf(prediction.sample);
        prediction.sample.pixels.clear();
        all.push_back({std::move(prediction), std::move(image)});
    }
    return all;
}

} // namespace

Result<EvaluatedData> readEvaluatedData(const QByteArray& json)
{
    Result<EvaluationReport> report =
        parseEvaluationReport({json.constData(), static_cast<std::size_t>(json.size())});
    if (!report.ok())
        return report.error();
    EvaluatedData data;
    data.worst = shown(std::exchange(report->worst, {}));
    data.samples = shown(std::exchange(report->samples, {}));
    data.report = std::move(*report);
    return data;
}

QString classText(const Confusion& confusion, int label)
{
    const auto index = static_cast<std::size_t>(label);
    return index < confusion.classNames.size()
               ? inertString(QString::fromStdString(confusion.classNames[index]).simplified())
               : QString::number(label);
}

} // namespace lockstep
