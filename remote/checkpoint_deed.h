// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/result.h"

#include <QByteArray>
#include <QMetaType>
#include <QString>
#include <optional>

namespace lockstep {

/// What a host can be asked to do with a checkpoint of a run.
enum class CheckpointDeed {
    Fetch,   ///< copied into the run folder here, compared with its manifest
    Check,   ///< compared with its manifest there
    Discard, ///< deleted there
    Evaluate ///< measured there, on the data of its run
};

/// How it ended.
struct CheckpointOutcome {
    CheckpointDeed deed = CheckpointDeed::Fetch;
    QString checkpoint;         ///< "checkpoints/step-00000600"
    std::optional<Error> error; ///< why it was not done
    CheckedMessage checked{};   ///< of a Check that was done
    QByteArray report{};        ///< of an Evaluate that was done: the EvaluationReport in JSON
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::CheckpointOutcome)
