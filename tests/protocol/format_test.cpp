// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/checkpoint_contents.h"
#include "engine/protocol/data_copy.h"
#include "engine/protocol/data_preview.h"
#include "engine/protocol/evaluation_report.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/experiment.h"
#include "engine/protocol/gpu_libraries.h"
#include "engine/protocol/host_conditions.h"
#include "engine/protocol/host_inventory.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/pair_measurement.h"
#include "engine/protocol/rank_launch.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>

namespace lockstep {
namespace {

struct Specification {
    std::string text;
    std::multimap<std::string, std::string> examples; ///< by the word behind ```json or ```jsonl
};

Specification readSpecification()
{
    Specification specification;
    std::ifstream file(LOCKSTEP_SOURCE_DIR "/engine/protocol/FORMAT.md");
    std::string tag;
    std::string example;
    for (std::string line; std::getline(file, line);) {
        specification.text += line + '\n';
        if (!line.starts_with("```")) {
            example += line + '\n';
            continue;
        }
        if (!tag.empty())
            specification.examples.emplace(tag, example);
        tag =
            line.starts_with("```json") && line.find(' ') != line.npos ? line.substr(line.find(' ') + 1) : "";
        example.clear();
    }
    return specification;
}

const Specification& specification()
{
    static const Specification read = readSpecification();
    return read;
}

/// Every example of this tag parses, and is what toJson would write.
template <typename Parse>
void expectExamples(const std::string& tag, std::size_t count, Parse parse)
{
    const auto [begin, end] = specification().examples.equal_range(tag);
    EXPECT_EQ(static_cast<std::size_t>(std::distance(begin, end)), count) << tag;
    for (auto example = begin; example != end; ++example) {
        const auto message = parse(example->second);
        ASSERT_TRUE(message.ok()) << tag << ": " << message.error().message();
        EXPECT_EQ(toJson(*message) + '\n', example->second) << tag;
    }
}

TEST(Format, ExperimentsParseAndNameEveryKeyInOrder)
{
    const auto [begin, end] = specification().examples.equal_range("experiment");
    ASSERT_EQ(std::distance(begin, end), 2);
    for (auto example = begin; example != end; ++example) {
        const Result<Experiment> experiment = parseExperiment(example->second);
        ASSERT_TRUE(experiment.ok()) << experiment.error().message();
        EXPECT_TRUE(checkExperiment(*experiment).empty());
    }
    using Ordered = nlohmann::ordered_json;
    EXPECT_EQ(Ordered::parse(toJson(*parseExperiment(begin->second))), Ordered::parse(begin->second));
}

TEST(Format, JournalHoldsOneRecordOfEveryKind)
{
    const auto journal = specification().examples.find("journal");
    ASSERT_NE(journal, specification().examples.end());
    JournalReader reader;
    const JournalReader::Chunk chunk = reader.feed(journal->second);
    EXPECT_TRUE(chunk.damages.empty());
    EXPECT_EQ(chunk.missingRecords + chunk.repeatedRecords + chunk.unknownKinds, 0u);
    std::set<std::size_t> kinds;
    std::string again;
    for (const Record& record : chunk.records) {
        kinds.insert(record.event.index());
        appendRecord(again, record);
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Event>);
    EXPECT_EQ(again, journal->second);
}

TEST(Format, JournalTableNamesEveryMember)
{
    const auto journal = specification().examples.find("journal");
    std::istringstream lines(journal->second);
    for (std::string line; std::getline(lines, line);) {
        const nlohmann::json record = nlohmann::json::parse(line);
        const std::string row = "\n| `" + record.at("kind").get<std::string>() + "` | ";
        const std::size_t begin = specification().text.find(row);
        ASSERT_NE(begin, std::string::npos) << row;
        const std::string text =
            specification().text.substr(begin, specification().text.find('\n', begin + 1) - begin);
        for (const auto& [key, value] : record.items())
            if (key != "seq" && key != "mono_ns" && key != "wall_ms" && key != "kind" && key != "crc") {
                EXPECT_NE(text.find('`' + key + '`'), std::string::npos) << row << key;
            }
    }
}

TEST(Format, MessagesAreAsShown)
{
    expectExamples("hello", 1, parseMessage<AttachHello>);
    expectExamples("welcome", 1, parseMessage<AttachWelcome>);
    expectExamples("submit", 1, parseMessage<SubmitRequest>);
    expectExamples("submitted", 1, parseMessage<SubmittedReply>);
    expectExamples("start", 1, parseMessage<StartRequest>);
    expectExamples("stop", 1, parseMessage<StopRequest>);
    expectExamples("run", 1, parseMessage<RunReference>);
    expectExamples("follow", 1, parseMessage<FollowRequest>);
    expectExamples("ended", 1, parseMessage<EndedMessage>);
    expectExamples("checkpoint-reference", 1, parseMessage<CheckpointReference>);
    expectExamples("progress", 1, parseMessage<ProgressMessage>);
    expectExamples("checked", 1, parseMessage<CheckedMessage>);
    expectExamples("host-conditions", 1, parseHostConditions);
    expectExamples("pair-request", 1, parsePairRequest);
    expectExamples("data-copy", 1, parseDataCopyRequest);
    expectExamples("listening", 1, parseEndpoint);
    expectExamples("pair-report", 1, parsePairReport);
    expectExamples("state", 1, parseMessage<RunState>);
    expectExamples("deployment", 1, parseMessage<DeploymentReference>);
    expectExamples("inventory", 1, parseMessage<HostInventory>);
    expectExamples("runs", 1, parseMessage<std::vector<RunState>>);
    const std::string error = specification().examples.find("error")->second;
    EXPECT_EQ(toJson(parseError(error)) + '\n', error);
    expectExamples("launch", 2, parseRankLaunch);
}

TEST(Format, PreviewsAreAsShown)
{
    expectExamples("preview", 1, parseDataPreview);
    const auto request = specification().examples.find("preview-request");
    ASSERT_NE(request, specification().examples.end());
    const Result<PreviewRequest> parsed = parsePreviewRequest(request->second);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    PreviewRequest expected; // the example states the defaults
    expected.data.kind = DataKind::ImageFolder;
    expected.data.path = "/data/pets";
    EXPECT_EQ(*parsed, expected);
}

TEST(Format, AnswersAboutCheckpointsAreAsShown)
{
    expectExamples("contents", 1, parseCheckpointContents);
    expectExamples("difference", 1, parseCheckpointDifference);
    expectExamples("evaluation-progress", 1, parseEvaluationProgress);
    expectExamples("evaluation", 1, parseEvaluationReport);
}

TEST(Format, LibrariesAreAsShown)
{
    expectExamples("libraries", 1, parseGpuLibraries);
}

TEST(Format, ListsEveryExitCode)
{
    const std::map<ExitCode, std::string> names = {{ExitCode::Success, "Success"},
                                                   {ExitCode::Failure, "Failure"},
                                                   {ExitCode::Usage, "Usage"},
                                                   {ExitCode::InvalidExperiment, "InvalidExperiment"},
                                                   {ExitCode::DataError, "DataError"},
                                                   {ExitCode::DeviceUnavailable, "DeviceUnavailable"},
                                                   {ExitCode::PeerLost, "PeerLost"},
                                                   {ExitCode::CheckpointError, "CheckpointError"},
                                                   {ExitCode::HostUnreachable, "HostUnreachable"},
                                                   {ExitCode::DeployFailed, "DeployFailed"},
                                                   {ExitCode::Stopped, "Stopped"},
                                                   {ExitCode::OutOfMemory, "OutOfMemory"}};
    for (const auto& [code, name] : names) {
        const std::string row = "| " + std::to_string(static_cast<int>(code)) + " | " + name + " |";
        EXPECT_NE(specification().text.find(row), std::string::npos) << row;
    }
}

} // namespace
} // namespace lockstep
