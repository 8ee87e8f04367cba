// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/checkpoint_errand.h"

#include "engine/protocol/evaluation_report.h"

#include <utility>

namespace lockstep {

namespace {

FrameType requestOf(CheckpointDeed deed)
{
    switch (deed) {
    case CheckpointDeed::Discard:
        return FrameType::Discard;
    case CheckpointDeed::Evaluate:
        return FrameType::Evaluate;
    default:
        return FrameType::Check;
    }
}

} // namespace

CheckpointErrand::CheckpointErrand(CheckpointDeed deed, CheckpointReference reference, Sink sink)
    : m_deed(deed), m_reference(std::move(reference)), m_sink(std::move(sink))
{
}

void CheckpointErrand::begin(AttachClient& client)
{
    if (m_over)
        return;
    m_report.clear();
    m_request =
        client.want(requestOf(m_deed), toJson(m_reference), [this](const Frame& frame) { take(frame); });
}

void CheckpointErrand::fail(const Error& error)
{
    CheckpointOutcome failed = outcome();
    failed.error = error;
    finish(std::move(failed));
}

void CheckpointErrand::leave()
{
    m_over = true;
    m_request = {};
}

void CheckpointErrand::take(const Frame& frame)
{
    if (frame.type == FrameType::Progressed)
        return takeProgress(frame);
    if (frame.type == FrameType::Done && m_deed == CheckpointDeed::Discard)
        return finish(outcome());
    if (frame.type == FrameType::Data && m_deed == CheckpointDeed::Evaluate)
        return takeData(frame);
    if (frame.type == FrameType::Ended && m_deed == CheckpointDeed::Evaluate) {
        CheckpointOutcome measured = outcome();
        measured.report = std::move(m_report);
        return finish(std::move(measured));
    }
    if (frame.type != FrameType::Checked)
        return fail(parseError(frame.payload));
    auto checked = parseMessage<CheckedMessage>(frame.payload);
    if (!checked)
        return fail(checked.error());
    CheckpointOutcome done = outcome();
    done.checked = std::move(checked.value());
    finish(std::move(done));
}

void CheckpointErrand::takeProgress(const Frame& frame)
{
    const auto progress = parseMessage<ProgressMessage>(frame.payload);
    if (progress && !m_over)
        m_sink(HostCheckpoint{outcome(), progress->done, progress->total, false});
}

void CheckpointErrand::takeData(const Frame& frame)
{
    const auto data = decodeData(frame.payload);
    if (!data)
        return fail(data.error());
    const std::string_view bytes = data->bytes;
    const auto size = static_cast<std::size_t>(m_report.size());
    if (data->offset != size || size + bytes.size() > kMaxReportBytes)
        return fail(
            Error{LOCKSTEP_TEXT("The answer of the host about the checkpoint makes no sense."), {}, {}});
    m_report.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

void CheckpointErrand::finish(CheckpointOutcome outcome)
{
    if (std::exchange(m_over, true))
        return;
    m_sink(HostCheckpoint{std::move(outcome), 0, 0, true});
}

} // namespace lockstep
