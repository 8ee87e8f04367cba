// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/host/copy_message.h"
#include "engine/protocol/sentence.h"

#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Who takes part in the copying of a run's checkpoints, by host index.
struct CopyPlan {
    std::string run;
    int self = 0;
    int lead = 0;                       ///< the host of rank 0, whose checkpoints are copied
    std::vector<int> others;            ///< besides this host
    std::vector<int> takers;            ///< that are to hold a copy of each
    std::vector<std::string> hostNames; ///< of all
    std::string resume;                 ///< SubmitRequest::resume
};

/// What comes of the copying: for other hosts, and for the records of the attempt.
struct CopyOutbox {
    std::vector<std::pair<int, CopyMessage>> messages; ///< and to which host
    std::vector<Sentence> warnings;
    std::vector<std::string> notes; ///< sentences for the text log
};

} // namespace lockstep
