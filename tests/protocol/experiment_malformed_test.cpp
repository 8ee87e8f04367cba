// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"

#include <gtest/gtest.h>

#include <random>

namespace lockstep {
namespace {

const std::string kDocument =
    R"({"version":1,"name":"x","topology":{"hosts":[{"id":"h","devices":["cpu"]}]},"training":{"batch":50}})";

std::string errorOf(std::string_view json)
{
    const Result<Experiment> experiment = parseExperiment(json);
    return experiment.ok() ? "accepted" : experiment.error().message();
}

TEST(MalformedExperiment, EveryTruncationIsRefused)
{
    for (std::size_t length = 0; length < kDocument.size(); ++length)
        EXPECT_NE(errorOf(std::string_view(kDocument).substr(0, length)), "accepted") << length;
}

TEST(MalformedExperiment, NamesLineAndColumnOfASyntaxError)
{
    EXPECT_EQ(errorOf("{\"version\":1,\n  \"name\": x}"),
              "Line 2, column 11: found \"x}\", which is not JSON there.");
    EXPECT_EQ(errorOf("{\"version\":1,"), "Line 1, column 14: the text ends too early to be JSON.");
    EXPECT_EQ(errorOf(""), "Line 1, column 1: the text ends too early to be JSON.");
    EXPECT_EQ(errorOf("{\"version\":1e999}"), "Line 1, column 16: the number \"1e999\" is too large.");
}

TEST(MalformedExperiment, RefusesWhatIsNotJson)
{
    for (const char* json :
         {"{\"version\":NaN}", "{\"version\":Infinity}", "{\"version\":01}", "{\"version\":+1}",
          "{\"version\":1,}", "{version:1}", "{'version':1}", "{\"version\":1} x", "{\"version\":.5}",
          "{\"version\":1//c\n}", "{\"name\":\"\t\"}", "{\"name\":\"\\ud800\"}", "{\"name\":\"\xC3\"}",
          "{\"name\":\"\xED\xA0\x80\"}", "{\"name\":\"\\x41\"}", "\xFF\xFE{}", "nul", "\""})
        EXPECT_TRUE(errorOf(json).starts_with("Line 1, column ")) << json << ": " << errorOf(json);
}

TEST(MalformedExperiment, RefusesDuplicateKeysAndNamesThem)
{
    EXPECT_EQ(errorOf(R"({"version":1,"version":1})"), "version: found this key twice, expected it once.");
    EXPECT_EQ(errorOf(R"({"version":1,"topology":{"hosts":[{"id":"a"},{"id":"b","port":1,"port":2}]}})"),
              "topology.hosts.1.port: found this key twice, expected it once.");
    EXPECT_EQ(errorOf(R"({"version":1,"x":{"a":[[{"b":1,"b":2}]]}})"),
              "x.a.0.0.b: found this key twice, expected it once.");
}

std::string nested(int depth)
{
    return R"({"version":1,"x":)" + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']') + '}';
}

TEST(MalformedExperiment, RefusesDeepNestingBeforeItHurts)
{
    EXPECT_EQ(errorOf(nested(kMaxExperimentDepth - 1)), "accepted");
    const std::string refusal = "found more than 64 objects and lists within each other, expected fewer.";
    EXPECT_EQ(errorOf(nested(kMaxExperimentDepth)), refusal);
    EXPECT_EQ(errorOf(nested(5000000)), refusal);
    EXPECT_EQ(errorOf(std::string(1000000, '[')), refusal);
}

TEST(MalformedExperiment, RefusesHugeDocumentsByTheirSizeAlone)
{
    const std::string huge(kMaxExperimentBytes + 1, ' ');
    EXPECT_EQ(errorOf(huge), "The text has 16777217 bytes, expected at most 16777216.");
    std::string padded = kDocument;
    padded.append(kMaxExperimentBytes - padded.size(), ' ');
    EXPECT_EQ(errorOf(padded), "accepted");
}

TEST(MalformedExperiment, RefusesMoreValuesThanMemoryShouldHold)
{
    std::string values = "0";
    for (int i = 0; i < 1000000; ++i)
        values += ",0";
    EXPECT_EQ(errorOf("{\"version\":1,\"x\":[" + values + "]}"),
              "found more than 1000000 values, expected fewer.");
}

TEST(MalformedExperiment, BoundsLists)
{
    std::string hosts = R"({"id":"a"})";
    for (int i = 0; i < 1024; ++i)
        hosts += R"(,{"id":"a"})";
    EXPECT_EQ(errorOf(R"({"version":1,"topology":{"hosts":[)" + hosts + "]}}"),
              "topology.hosts: found a list of 1025, expected at most 1024.");
}

TEST(MalformedExperiment, CutsWhatItShows)
{
    const std::string name(5000, 'x');
    const std::string message = errorOf(R"({"version":1,"data":{"kind":")" + name + "\"}}");
    EXPECT_LT(message.size(), 250u);
    EXPECT_TRUE(message.starts_with("data.kind: found \"xxxx"));
}

/// Damage of any kind ends in a value or an error, and what was accepted can be written and read again.
TEST(MalformedExperiment, SurvivesRandomDamage)
{
    std::mt19937 random(7);
    const auto upTo = [&random](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n)(random);
    };
    int accepted = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string json = kDocument;
        for (std::size_t edits = upTo(3) + 1; edits > 0; --edits) {
            const std::size_t at = upTo(json.size() - 1);
            const auto byte = static_cast<char>(upTo(255));
            switch (upTo(3)) {
            case 0:
                json[at] = byte;
                break;
            case 1:
                json.erase(at, upTo(8));
                break;
            case 2:
                json.insert(at, 1, "{}[]\",:0123456789.eE-"[upTo(20)]);
                break;
            default:
                json.insert(at, json.substr(upTo(json.size() - 1), upTo(30)));
            }
        }
        const Result<Experiment> experiment = parseExperiment(json);
        if (!experiment.ok()) {
            EXPECT_FALSE(experiment.error().message().empty());
            continue;
        }
        ++accepted;
        const Result<Experiment> again = parseExperiment(toJson(*experiment));
        ASSERT_TRUE(again.ok()) << json << again.error().message();
        EXPECT_EQ(*again, *experiment);
    }
    EXPECT_GT(accepted, 100);
    EXPECT_LT(accepted, 19000);
}

} // namespace
} // namespace lockstep
