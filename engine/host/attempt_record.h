// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/run_store.h"
#include "engine/protocol/journal.h"

#include <memory>
#include <string>

namespace lockstep {

/// A supervisor's own journal (rank -1) and text log of one attempt. A disk that is full keeps nobody from
/// supervising: what cannot be written is dropped, and the log says so as soon as it can.
class AttemptRecord {
public:
    /// REQUIRES: the attempt's folder exists. Throws EngineError when the files cannot be opened.
    AttemptRecord(const HostFolder& folder, int attempt);

    /// A line of the text log with the time before it.
    void note(const std::string& sentence);
    /// A line of both.
    void warn(const Sentence& warning);
    void write(const Event& event);
    void sync();
    /// Where the text log is written; standard output and error of the supervisor go there too.
    int logDescriptor() const { return m_log.get(); }

private:
    std::unique_ptr<JournalWriter> m_journal;
    Descriptor m_log;
    int m_dropped = 0;
};

} // namespace lockstep
