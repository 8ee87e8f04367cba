// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checkpoint_contents.h"
#include "engine/protocol/evaluation_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <limits>

namespace lockstep {
namespace {

using nlohmann::json;

CheckpointContents sampleContents()
{
    CheckpointContents contents;
    contents.path = "/runs/a \"b\"";
    contents.format = "safetensors";
    contents.seed = std::numeric_limits<std::uint64_t>::max();
    contents.metadata.texts = {{"format", "pt"}, {"é", "a\n\"b\""}};
    contents.skipped = {"epoch"};
    contents.values = 12;
    std::vector<std::int64_t> histogram(kHistogramBins);
    histogram.back() = std::int64_t{1} << 40;
    contents.tensors = {{"conv.weight", "BF16", {1, 3, 2, 2}, 1.5, 0.25, -1, 1, 0, 0, 0, histogram},
                        {"broken", "F32", {2}, 0, {}, {}, {}, 1, 1, 0, {}}};
    const std::vector<std::uint8_t> bytes(12 * sizeof(float), 7);
    contents.filters = {"conv.weight", 1, 3, {1, 3, 2, 2}, base64(bytes)};
    return contents;
}

EvaluationReport sampleReport()
{
    const PreviewPicture picture{3, 1, "dog/1.jpg", 500, 375, 2, 3, 1, "AAECAwQF", {}};
    EvaluationReport report;
    report.model = "lenet";
    report.data = "mnist";
    report.set = "validation";
    report.device = "cuda:0";
    report.precision = "bf16";
    report.lossKind = "cross-entropy";
    report.images = 6;
    report.top1 = 0.5;
    report.top5 = 1;
    report.confusion = {{"cat", "dog"}, {2, 4}, {3, 2}, {2, 1}, {0, 0, 2, 1, 0, 1, 1, 1, 2}, 1};
    report.worst = {{0, 0.75, 0.25, picture}};
    return report;
}

TEST(CheckpointAnswers, ComeBackAsTheyWere)
{
    const Result<CheckpointContents> contents = parseCheckpointContents(toJson(sampleContents()));
    ASSERT_TRUE(contents.ok()) << contents.error().message();
    EXPECT_EQ(*contents, sampleContents());
    CheckpointDifference difference;
    difference.first = "a";
    difference.second = "b";
    difference.onlyInFirst = {"x"};
    difference.otherShape = {{"y", {1, 2}, {3}}};
    difference.differing = {{"z", {4}, 0.5, 0.25, 3, 1}};
    difference.equalBits = {"w"};
    const Result<CheckpointDifference> read = parseCheckpointDifference(toJson(difference));
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_EQ(*read, difference);
    const Result<EvaluationReport> report = parseEvaluationReport(toJson(sampleReport()));
    ASSERT_TRUE(report.ok()) << report.error().message();
    EXPECT_EQ(*report, sampleReport());
}

TEST(CheckpointAnswers, HostileContentsAreRefused)
{
    const auto isRefused = [](const std::function<void(json&)>& change) {
        json contents = json::parse(toJson(sampleContents()));
        change(contents);
        return !parseCheckpointContents(contents.dump()).ok();
    };
    EXPECT_FALSE(isRefused([](json&) {}));
    EXPECT_TRUE(isRefused([](json& contents) { contents.erase("tensors"); }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["tensors"][0]["histogram"].push_back(1); }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["tensors"][0]["histogram"] = json::array(); }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["tensors"][1]["mean"] = 1; }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["tensors"][0]["shape"][0] = -1; }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["filters"]["shape"][0] = 2; }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["filters"]["shape"][1] = 2; }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["filters"]["shape"] = {1, 3, 4}; }));
    EXPECT_TRUE(isRefused([](json& contents) {
        contents["filters"]["shape"] = {1, 1, 1, 1 << 30, 1 << 30};
    }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["filters"]["values"] = "AAAA"; }));
    EXPECT_TRUE(isRefused([](json& contents) { contents["metadata"]["format"] = 1; }));
}

TEST(CheckpointAnswers, HostileReportsAreRefused)
{
    const auto isRefused = [](const std::function<void(json&)>& change) {
        json report = json::parse(toJson(sampleReport()));
        change(report);
        return !parseEvaluationReport(report.dump()).ok();
    };
    EXPECT_FALSE(isRefused([](json&) {}));
    EXPECT_TRUE(isRefused([](json& report) { report["top1"] = 1.5; }));
    EXPECT_TRUE(isRefused([](json& report) { report["confusion"]["class_names"].push_back("c"); }));
    EXPECT_TRUE(isRefused([](json& report) { report["confusion"]["predicted"] = {1}; }));
    EXPECT_TRUE(isRefused([](json& report) { report["confusion"]["correct"][1] = 5; }));
    EXPECT_TRUE(isRefused([](json& report) { report["confusion"]["pairs"][0] = 2; }));
    EXPECT_TRUE(isRefused([](json& report) { report["confusion"]["pairs"].push_back(0); }));
    EXPECT_TRUE(isRefused([](json& report) { report["worst"][0]["predicted"] = 2; }));
    EXPECT_TRUE(isRefused([](json& report) { report["worst"][0]["sample"]["class"] = 2; }));
    EXPECT_TRUE(isRefused([](json& report) { report["worst"][0]["sample"]["pixels"] = ""; }));
    EXPECT_FALSE(parseEvaluationProgress(R"({"samples":3,"of":2})").ok());
}

} // namespace
} // namespace lockstep
