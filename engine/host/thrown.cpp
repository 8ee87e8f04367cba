// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/thrown.h"

#include "engine/core/error.h"
#include "engine/protocol/attach_messages.h"

namespace lockstep {

Sentence sentenceOf(const std::exception& thrown)
{
    if (const auto* const ours = dynamic_cast<const EngineError*>(&thrown))
        return ours->error();
    return thrown.what();
}

Frame failedFrame(std::uint32_t request, const std::exception& thrown)
{
    if (const auto* const ours = dynamic_cast<const EngineError*>(&thrown))
        return {FrameType::Failed, request, toJson(ours->error())};
    return {FrameType::Failed, request,
            toJson(Error{LOCKSTEP_TEXT("The request failed on the host: %1"), {thrown.what()}, {}})};
}

} // namespace lockstep
