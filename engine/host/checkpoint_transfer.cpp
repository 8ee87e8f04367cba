// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_transfer.h"

#include "engine/checkpoint/manifest.h"
#include "engine/host/system_calls.h"
#include "engine/protocol/run_files.h"

#include <span>

namespace lockstep {
namespace {

} // namespace

CopyMessage CheckpointTransfer::request() const
{
    CopyMessage read;
    read.kind = CopyMessage::Kind::Read;
    read.step = m_step;
    if (!m_intake) {
        read.file = kManifestFile;
        read.offset = static_cast<std::int64_t>(m_manifest.size());
        return read;
    }
    const auto wanted = m_intake->wanted();
    LOCKSTEP_CHECK(wanted);
    read.file = wanted->file;
    read.offset = wanted->offset;
    return read;
}

void CheckpointTransfer::take(const CopyMessage& answer)
{
    if (answer.kind == CopyMessage::Kind::Refused)
        throw EngineError(ExitCode::CheckpointError, {answer.problem.text, answer.problem.arguments, {}});
    CopyMessage expected = request();
    expected.kind = CopyMessage::Kind::Piece;
    expected.bytes = answer.bytes;
    const bool isTooMuch = !m_intake && m_manifest.size() + answer.bytes.size() > kMaxManifestBytes;
    if (answer != expected || isTooMuch)
        throw refusal(LOCKSTEP_TEXT("What came of %1 was not what had been asked for."),
                      {checkpointFolder(m_step)});
    if (m_intake) {
        m_intake->take(std::as_bytes(std::span(answer.bytes)));
    } else {
        m_manifest += answer.bytes;
        if (answer.bytes.size() < kCopyPieceBytes)
            m_intake = std::make_unique<CheckpointIntake>(m_folder, m_run, m_step, m_manifest);
    }
    if (!m_intake || m_intake->wanted())
        return;
    m_intake->publish();
    m_isWhole = true;
}

} // namespace lockstep
