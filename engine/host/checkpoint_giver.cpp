// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/checkpoint_giver.h"

#include "engine/checkpoint/manifest.h"
#include "engine/host/system_calls.h"
#include "engine/protocol/run_files.h"

#include <cerrno>
#include <unistd.h>

namespace lockstep {

const Descriptor& CheckpointGiver::file(int asker, const CopyMessage& read)
{
    Opened& opened = m_opened[asker];
    if (opened.step != read.step) {
        opened = {read.step, {}};
        for (const char* name : {kManifestFile, kModelFile, kOptimizerFile})
            opened.files.emplace(name, m_shelf.open(read.step, name, m_where));
    }
    const auto found = opened.files.find(read.file);
    if (found == opened.files.end() || !found->second) {
        opened = {};
        throw refusal(LOCKSTEP_TEXT("There is no %1 here."), {checkpointFolder(read.step) + "/" + read.file});
    }
    return found->second;
}

CopyMessage CheckpointGiver::answer(int asker, const CopyMessage& read)
{
    try {
        CopyMessage piece = read;
        piece.kind = CopyMessage::Kind::Piece;
        piece.bytes.resize(kCopyPieceBytes);
        const Descriptor& opened = file(asker, read);
        const ssize_t count = ::pread(opened.get(), piece.bytes.data(), piece.bytes.size(), read.offset);
        if (count < 0)
            throw fileError(checkpointFolder(read.step) + "/" + read.file, errno);
        piece.bytes.resize(static_cast<std::size_t>(count));
        return piece;
    } catch (const EngineError& error) {
        CopyMessage refused;
        refused.kind = CopyMessage::Kind::Refused;
        refused.step = read.step;
        refused.problem = error.error();
        return refused;
    }
}

} // namespace lockstep
