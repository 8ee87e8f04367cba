// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_look.h"

#include <QString>

namespace lockstep {

class LiveLook;

/// "60,000".
QString countText(qint64 count);
/// "Training".
QString partText(DataPart part);
/// "60,000 samples to train, 10,000 to validate; 10 classes."
QString sizeText(const DataLook& look);
/// " On gpu-2." after it where the data were looked at on a host.
QString placeText(const LiveLook& look);
/// How unlike the classes of the training set (or else of the first part) are; empty for a single class.
QString balanceText(const DataLook& look);
/// "1 × 28 × 28"
QString shapeText(const DataLook& look);
/// All counts as lines of fields that are separated by tabs, for a spreadsheet.
QString countTable(const DataLook& look);
/// What a look that has brought nothing (yet) has to say: what it waits for, what is wrong and how to mend
/// it.
QString stateText(const LiveLook& look);

} // namespace lockstep
