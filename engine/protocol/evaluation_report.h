// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/data_preview.h"
#include "engine/protocol/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How well weights do on a data set: the answer of `lockstep-engine evaluate` (FORMAT.md, section 7).
namespace lockstep {

inline constexpr int kMostPredictions = 100;              ///< of the worst, and of the samples
inline constexpr std::size_t kMostConfusions = 1'000'000; ///< pairs of classes that are listed
inline constexpr std::size_t kMaxReportBytes = 64u << 20;

/// How far an evaluation is.
struct EvaluationProgress {
    std::int64_t samples = 0;
    std::int64_t of = 0; ///< >= samples
    bool operator==(const EvaluationProgress&) const = default;
};

/// What the network says of one sample. Probabilities are the softmax of its outputs.
struct Prediction {
    int predicted = 0;           ///< class
    double probability = 0;      ///< of that class
    double labelProbability = 0; ///< of the sample's own class
    PreviewPicture sample;       ///< which it is, its class, and a small picture
    bool operator==(const Prediction&) const = default;
};

/// Of every class, what the network made of it: all lists have as many items as there are classes.
struct Confusion {
    std::vector<std::string> classNames; ///< empty: the classes have numbers only
    std::vector<int> counts;             ///< samples of the class
    std::vector<int> predicted;          ///< samples that were taken for it
    std::vector<int> correct;            ///< those that are both
    /// The matrix where it is not 0, by rows: class, predicted class, samples; and so on. Of more than
    /// kMostConfusions pairs the most frequent.
    std::vector<int> pairs;
    std::int64_t undecided = 0; ///< samples of whose outputs one is NaN: they are in no column
    bool operator==(const Confusion&) const = default;
};

struct EvaluationReport {
    std::string model;
    std::string data;
    std::string set; ///< "validation"
    std::string device;
    std::string precision;
    std::string lossKind;
    double labelSmoothing = 0;
    std::int64_t images = 0;
    std::int64_t damaged = 0;   ///< further samples, which do not count
    std::optional<double> loss; ///< mean; none: it is no finite number
    double top1 = 0;            ///< 0 ... 1
    double top5 = 0;            ///< 0 ... 1
    // With predictions:
    Confusion confusion;
    std::vector<Prediction> worst;   ///< mistakes, the least probable class of its own first
    std::vector<Prediction> samples; ///< spread evenly over the set
    bool operator==(const EvaluationReport&) const = default;
};

std::string toJson(const EvaluationProgress& progress);
std::string toJson(const EvaluationReport& report);
Result<EvaluationProgress> parseEvaluationProgress(std::string_view json);
/// Checks that all lists fit together, so whoever reads it need not.
Result<EvaluationReport> parseEvaluationReport(std::string_view json);

} // namespace lockstep
