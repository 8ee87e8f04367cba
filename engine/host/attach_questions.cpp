// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/attach_session.h"

#include "engine/protocol/data_preview.h"
#include "engine/protocol/evaluation_report.h"
#include "engine/protocol/run_files.h"

/// What attach asks subcommands of the engine, each in a process of its own.
namespace lockstep {
namespace {

constexpr std::size_t kMaxAnswers = 4;
/// As the desktop waits for a preview at its own computer.
constexpr auto kPreviewLimit = std::chrono::minutes(10);
/// Of the largest sets on the slowest hosts.
constexpr auto kEvaluationLimit = std::chrono::hours(12);

} // namespace

void AttachSession::previewData(const Frame& frame)
{
    const auto request = valueOrThrow(parsePreviewRequest(frame.payload), ExitCode::Usage);
    ask(frame.request,
        {.command = m_options.previewCommand,
         .input = toJson(request),
         .maxBytes = kMaxPreviewBytes,
         .limit = kPreviewLimit,
         .tooLate = {LOCKSTEP_TEXT("The preview of the data took too long and was ended."), {}, {}},
         .breakdown = {LOCKSTEP_TEXT("The engine broke down while it previewed the data."), {}, {}}});
}

/// On the data that this host has, where no desktop need see them.
void AttachSession::evaluate(const Frame& frame)
{
    const auto request = valueOrThrow(parseMessage<CheckpointReference>(frame.payload), ExitCode::Usage);
    const HostFolder folder = openOwnFolder(request.run, hostOf(request.run, request.host));
    const std::string place = folder.path() + "/";
    std::vector<std::string> command = m_options.evaluateCommand;
    for (const std::string& word :
         {std::string("--experiment"), place + std::string(kExperimentFile), std::string("--predictions"),
          std::to_string(kMostPredictions), std::string("--json"), std::string("--progress"),
          place + request.checkpoint})
        command.push_back(word);
    ask(frame.request,
        {.command = std::move(command),
         .input = {},
         .maxBytes = kMaxReportBytes,
         .limit = kEvaluationLimit,
         .tooLate = {LOCKSTEP_TEXT("The evaluation of the checkpoint took too long and was ended."), {}, {}},
         .breakdown = {LOCKSTEP_TEXT("The engine broke down while it evaluated the checkpoint."), {}, {}}});
}

void AttachSession::ask(std::uint32_t request, AnswerProcess::Question question)
{
    if (m_answers.size() >= kMaxAnswers || isTaken(request))
        throw refusal(LOCKSTEP_TEXT("Too many questions to the engine, or a request number that is in use."));
    m_answers.emplace_back(request, std::move(question), m_reaper);
}

} // namespace lockstep
