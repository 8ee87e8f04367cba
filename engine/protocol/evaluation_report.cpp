// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/evaluation_report.h"

#include "engine/protocol/message_descriptions.h"
#include "engine/protocol/preview_descriptions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {
namespace {

constexpr auto kMaxCount = std::numeric_limits<std::int64_t>::max();
constexpr int kMaxSamples = std::numeric_limits<std::int32_t>::max();
constexpr double kMaxReal = std::numeric_limits<double>::max();
constexpr std::size_t kPairItems = 3; // class, predicted class, samples
/// A value takes about 100 bytes of memory.
constexpr std::size_t kMaxValues = 8'000'000;

bool fits(const Prediction& prediction, std::size_t classes)
{
    return static_cast<std::size_t>(prediction.predicted) < classes &&
           fitsClasses(prediction.sample, classes);
}

/// What a list must have besides well-formed members; the key of the first that does not fit, or nothing.
std::string misfit(const EvaluationReport& report)
{
    const Confusion& confusion = report.confusion;
    const std::size_t classes = confusion.counts.size();
    if (!confusion.classNames.empty() && confusion.classNames.size() != classes)
        return "confusion.class_names";
    if (confusion.predicted.size() != classes || confusion.correct.size() != classes)
        return "confusion.counts";
    for (std::size_t i = 0; i < classes; ++i)
        if (confusion.correct[i] > std::min(confusion.counts[i], confusion.predicted[i]))
            return "confusion.correct";
    const std::vector<int>& pairs = confusion.pairs;
    if (pairs.size() % kPairItems != 0)
        return "confusion.pairs";
    for (std::size_t i = 0; i < pairs.size(); i += kPairItems)
        if (static_cast<std::size_t>(pairs[i]) >= classes ||
            static_cast<std::size_t>(pairs[i + 1]) >= classes)
            return "confusion.pairs";
    for (const auto& [key, list] : {std::pair("worst", &report.worst), std::pair("samples", &report.samples)})
        if (!std::ranges::all_of(*list, [&](const Prediction& one) { return fits(one, classes); }))
            return key;
    return {};
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<EvaluationProgress> auto& progress)
{
    visitor.integer("samples", progress.samples, 0, kMaxCount);
    visitor.integer("of", progress.of, progress.samples, kMaxCount);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Prediction> auto& prediction)
{
    visitor.integer("predicted", prediction.predicted, 0, kMaxSamples);
    visitor.number("probability", prediction.probability, {0, 1});
    visitor.number("label_probability", prediction.labelProbability, {0, 1});
    visitor.object("sample", prediction.sample);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<Confusion> auto& confusion)
{
    visitor.texts("class_names", confusion.classNames, kSampleNameRule, kMaxPreviewClasses);
    visitor.integers("counts", confusion.counts, 0, kMaxSamples, kMaxPreviewClasses);
    visitor.integers("predicted", confusion.predicted, 0, kMaxSamples, kMaxPreviewClasses);
    visitor.integers("correct", confusion.correct, 0, kMaxSamples, kMaxPreviewClasses);
    visitor.integers("pairs", confusion.pairs, 0, kMaxSamples, kMostConfusions * kPairItems);
    visitor.integer("undecided", confusion.undecided, 0, kMaxCount);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<EvaluationReport> auto& report)
{
    visitor.text("model", report.model, kLineRule);
    visitor.text("data", report.data, kWordRule);
    visitor.text("set", report.set, kWordRule);
    visitor.text("device", report.device, kWordRule);
    visitor.text("precision", report.precision, kWordRule);
    visitor.text("loss_kind", report.lossKind, kWordRule);
    visitor.number("label_smoothing", report.labelSmoothing, {0, 1});
    visitor.integer("images", report.images, 0, kMaxCount);
    visitor.integer("damaged", report.damaged, 0, kMaxCount);
    visitor.number("loss", report.loss, {-kMaxReal, kMaxReal});
    visitor.number("top1", report.top1, {0, 1});
    visitor.number("top5", report.top5, {0, 1});
    visitor.object("confusion", report.confusion);
    visitor.list("worst", report.worst, kMostPredictions);
    visitor.list("samples", report.samples, kMostPredictions);
}

std::string toJson(const EvaluationProgress& progress)
{
    return writeOneLine(progress);
}

std::string toJson(const EvaluationReport& report)
{
    std::string out;
    JsonWriter writer(out, JsonWriter::Layout::OneLine, JsonWriter::Absent::WriteNull);
    describe(writer, report);
    writer.finish();
    return out;
}

Result<EvaluationProgress> parseEvaluationProgress(std::string_view json)
{
    return readMessage<EvaluationProgress>(json, std::size_t{256});
}

Result<EvaluationReport> parseEvaluationReport(std::string_view json)
{
    Result<EvaluationReport> report =
        readMessage<EvaluationReport>(json, JsonLimits{.bytes = kMaxReportBytes, .values = kMaxValues});
    if (!report.ok())
        return report;
    if (const std::string key = misfit(*report); !key.empty())
        return Error{LOCKSTEP_TEXT("does not fit the rest of the evaluation."), {}, key};
    return report;
}

} // namespace lockstep
