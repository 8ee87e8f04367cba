// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How the files of a run are called, on its hosts and in the desktop's mirror alike; all names are relative
/// to the folder of the run. FORMAT.md, section 5, is the specification.
namespace lockstep {

inline constexpr std::string_view kExperimentFile = "experiment.lockstep.json";
inline constexpr std::string_view kCheckpointsFolder = "checkpoints";

/// A journal or a text log of an attempt.
struct RecordFile {
    enum class Writer { Rank, Supervisor };
    enum class Kind { Journal, Log };
    int attempt = 1;
    Writer writer = Writer::Rank;
    int number = 0; ///< of the rank, or the index of the supervisor's host
    Kind kind = Kind::Journal;
    bool operator==(const RecordFile&) const = default;
};

/// "attempt-2"
std::string attemptFolder(int attempt);
/// Of "attempt-2" and of every name below it; none for any other name.
std::optional<int> attemptOf(std::string_view name);

/// "attempt-2/rank-0.jsonl", "attempt-2/host-1.log"
std::string runFile(const RecordFile& file);
/// The reverse; none for any other name, numbers with leading zeros included.
std::optional<RecordFile> parseRecordFile(std::string_view name);

std::string rankJournal(int attempt, int rank);
std::string rankLog(int attempt, int rank);
std::string hostJournal(int attempt, int host);
std::string hostLog(int attempt, int host);

/// "host-0": where a host of the run keeps its files, below the run's id.
std::string hostFolder(int host);
/// The reverse; none for any other name.
std::optional<int> hostOfFolder(std::string_view name);

/// "step-00000600"
std::string checkpointName(std::int64_t step);
/// The reverse; none for any other name.
std::optional<std::int64_t> stepOfCheckpoint(std::string_view name);
/// "checkpoints/step-00000600"
std::string checkpointFolder(std::int64_t step);
/// The reverse; none for any other name.
std::optional<std::int64_t> stepOfCheckpointFolder(std::string_view name);

/// 1 to 64 of a-z, 0-9 and hyphen, which is not the first.
bool isRunId(std::string_view text);
/// Relative, no empty, "." or ".." part, no control character, at most 256 bytes.
bool isRunFile(std::string_view text);

} // namespace lockstep
