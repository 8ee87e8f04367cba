// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/saved_picture.h"

#include "engine/protocol/experiment.h"

#include <QString>

/// What tests of the windows on checkpoints share.
namespace lockstep {

/// Whom the windows ask.
inline const QString kEngine = QStringLiteral(LOCKSTEP_ENGINE);
/// An answer may take so long, on a machine that is busy with other tests.
inline constexpr int kAnswerMs = 60'000;

/// Data that are not on this computer.
inline DataSpec farAway(DataKind kind)
{
    DataSpec data;
    data.kind = kind;
    data.path = "/far/away";
    return data;
}

} // namespace lockstep
