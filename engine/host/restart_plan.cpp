// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/restart_plan.h"

#include "engine/distributed/authentication.h"
#include "engine/host/run_store.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/resume_point.h"

#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace lockstep {
namespace {

/// Whether rank 0 has saved a checkpoint in this attempt. Its journal is read from the beginning, for the
/// record may stand anywhere.
bool hasSaved(const HostFolder& folder, int attempt)
{
    const Descriptor journal = folder.openFile(rankJournal(attempt, 0));
    JournalReader reader;
    std::string piece(1u << 20, '\0');
    while (journal) {
        const ssize_t count = ::read(journal.get(), piece.data(), piece.size());
        if (count <= 0)
            break;
        const auto records = reader.feed({piece.data(), static_cast<std::size_t>(count)}).records;
        if (std::ranges::any_of(records, [](const Record& record) {
                return std::holds_alternative<CheckpointSaved>(record.event);
            }))
            return true;
    }
    return false;
}

std::string hexadecimal(const Digest& digest)
{
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

} // namespace

bool isWorthAnother(const Cause& cause)
{
    switch (static_cast<ExitCode>(cause.exitCode)) {
    case ExitCode::Usage:
    case ExitCode::InvalidExperiment:
    case ExitCode::DataError:
    case ExitCode::Stopped:
        return false;
    default:
        return cause.strength != CauseStrength::None;
    }
}

std::string resumeAfter(const SubmitRequest& request, const HostFolder& folder)
{
    if (request.resume.empty() || request.resume == kResumeLatest || hasSaved(folder, request.attempt))
        return std::string(kResumeLatest);
    return request.resume;
}

std::string tokenOfAttempt(const std::string& firstToken, const std::string& run, int attempt)
{
    RunToken first = parseRunToken(firstToken);
    Digest token = hkdfSha256(first, sha256(run), "lockstep token of attempt " + std::to_string(attempt));
    std::string text = hexadecimal(token);
    explicit_bzero(first.data(), first.size());
    explicit_bzero(token.data(), token.size());
    return text;
}

} // namespace lockstep
