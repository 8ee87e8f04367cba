// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_look.h"

#include <QByteArray>
#include <QImage>
#include <QString>
#include <vector>

namespace lockstep {

/// What a look at data brought, ready to be shown. A value that may cross threads.
struct LookedData {
    DataLook look;                           ///< without the pixels, which are below
    std::vector<std::vector<QImage>> images; ///< of each picture of each part; null: damaged
    /// Null when the data have no such part.
    const LookPart* part(DataPart part) const;
};
using LookResult = Result<LookedData>;

/// Reads what `lockstep-engine look` printed.
LookResult readLookedData(const QByteArray& json);

/// A class as people know it: its name, or its number.
QString classText(const DataLook& look, int label);

} // namespace lockstep
