// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/frame.h"
#include "tests/fuzz/fuzz_target.h"

/// The attach conversation: a stream of frames, whatever its chunking, and the messages in them.
namespace lockstep::fuzz {
namespace {

template <typename Message>
bool reads(std::string_view payload)
{
    const Result<Message> message = parseMessage<Message>(payload);
    if (!message.ok())
        return false;
    const Result<Message> again = parseMessage<Message>(toJson(*message));
    require(again.ok() && *again == *message, "a message survives being written and read");
    return true;
}

bool readPayload(const Frame& frame)
{
    switch (frame.type) {
    case FrameType::Hello:
        return reads<AttachHello>(frame.payload);
    case FrameType::Submit:
        return reads<SubmitRequest>(frame.payload);
    case FrameType::Start:
        return reads<StartRequest>(frame.payload);
    case FrameType::Stop:
        return reads<StopRequest>(frame.payload);
    case FrameType::Watch:
    case FrameType::Remove:
        return reads<RunReference>(frame.payload);
    case FrameType::Follow:
    case FrameType::Fetch:
        return reads<FollowRequest>(frame.payload);
    case FrameType::Welcome:
        return reads<AttachWelcome>(frame.payload);
    case FrameType::Submitted:
        return reads<SubmittedReply>(frame.payload);
    case FrameType::State:
        return reads<RunState>(frame.payload);
    case FrameType::Runs:
        return reads<std::vector<RunState>>(frame.payload);
    case FrameType::Ended:
        return reads<EndedMessage>(frame.payload);
    case FrameType::Data:
        return decodeData(frame.payload).ok();
    case FrameType::Failed:
        parseError(frame.payload);
        return true;
    default:
        return true;
    }
}

std::string streamOf(const std::vector<Frame>& frames)
{
    std::string stream;
    for (const Frame& frame : frames)
        stream += encodeFrame(frame);
    return stream;
}

} // namespace

Verdict tryInput(std::string_view bytes)
{
    FrameReader whole;
    const auto frames = whole.feed(bytes);
    FrameReader bytewise;
    std::vector<Frame> pieces;
    bool broken = false;
    for (const char& byte : bytes) {
        const auto some = bytewise.feed({&byte, 1});
        broken = broken || !some.ok();
        if (some.ok())
            pieces.insert(pieces.end(), some->begin(), some->end());
    }
    require(frames.ok() == !broken, "chunking does not decide whether a stream is sound");
    if (!frames.ok())
        return Verdict::Refused;
    require(*frames == pieces, "chunking does not change the frames");
    require(streamOf(*frames) == bytes.substr(0, streamOf(*frames).size()),
            "frames are written as they were read");
    bool isSound = !frames->empty();
    for (const Frame& frame : *frames)
        isSound = readPayload(frame) && isSound;
    return isSound ? Verdict::Accepted : Verdict::Refused;
}

std::vector<std::string> seeds()
{
    RunState state;
    state.run = "run-1";
    state.ranks = {0, 1};
    state.files = {"attempt-1/rank-0.jsonl"};
    SubmitRequest submit;
    submit.run = "run-1";
    submit.experiment = "{}";
    SubmittedReply submitted;
    submitted.lease = {"10.0.0.1", 4000};
    submitted.ranks.push_back({"10.0.0.1", 4001});
    StartRequest start;
    start.run = "run-1";
    start.token = std::string(64, 'a');
    start.leases.push_back({"::1", 1});
    start.ranks.push_back({"10.0.0.1", 4001});
    FollowRequest follow;
    follow.run = "run-1";
    follow.file = "attempt-1/rank-0.jsonl";

    const auto frame = [](FrameType type, std::string payload) {
        return encodeFrame({type, 7, std::move(payload)});
    };
    const std::string greeting = frame(FrameType::Hello, toJson(AttachHello{1, "lockstep 0.1.0"}));
    const std::string submission =
        frame(FrameType::Submit, toJson(submit)) + frame(FrameType::Submitted, toJson(submitted));
    const std::string life = frame(FrameType::Start, toJson(start)) +
                             frame(FrameType::Stop, toJson(StopRequest{"run-1", 0, 12.5}));
    const std::string watched =
        frame(FrameType::Watch, toJson(RunReference{"run-1", 0})) + frame(FrameType::State, toJson(state));
    const std::string data = frame(FrameType::Follow, toJson(follow)) +
                             frame(FrameType::Data, encodeData(77, "bytes")) +
                             frame(FrameType::Ended, toJson(EndedMessage{82}));
    const std::string failed = frame(FrameType::Failed, toJson(Error{"No: %1.", {"why"}, "key"}));
    return {greeting, submission, life, watched, data, failed};
}

} // namespace lockstep::fuzz
