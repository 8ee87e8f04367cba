// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/local_runs.h"

#include "remote/attach/attach_client.h"
#include "remote/attach/local_channel.h"

#include <algorithm>
#include <optional>

namespace lockstep {

Result<std::vector<RunState>> localRuns(const std::string& engine, Deadline deadline)
{
    auto channel = LocalChannel::open(engine, {"attach"});
    if (!channel)
        return channel.error();
    AttachClient client(std::move(channel.value()), "localhost");
    std::optional<Result<std::vector<RunState>>> answer;
    client.request(FrameType::List, "{}", [&answer](const Frame& frame) {
        answer = frame.type == FrameType::Runs ? parseMessage<std::vector<RunState>>(frame.payload)
                                               : Result<std::vector<RunState>>(parseError(frame.payload));
    });
    const WakeFlag never;
    for (;;) {
        if (const auto done = client.process(AttachClient::Reading::On); !done)
            return done.error();
        if (answer)
            return *std::move(answer);
        std::vector<pollfd> descriptors;
        client.addDescriptors(descriptors, AttachClient::Reading::On);
        const bool isLate = Clock::now() >= deadline;
        if (isLate)
            return Error{LOCKSTEP_TEXT("The engine of this computer does not answer."), {}, ""};
        waitFor(descriptors, std::min(deadline, client.nextDeadline()), never);
    }
}

} // namespace lockstep
