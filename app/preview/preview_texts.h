// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"
#include "engine/protocol/experiment.h"

#include <QString>

namespace lockstep {

class LivePreview;

/// "Training".
QString partText(DataPart part);
/// "60,000 samples to train, 10,000 to validate; 10 classes."
QString sizeText(const DataPreview& preview);
/// Of the files that the path of such data can lead to, as file dialogs have it; empty: it leads to a folder,
/// or there is none.
QString dataFileFilter(DataKind kind);
/// " On gpu-2." after it where the data were previewed on a host.
QString placeText(const LivePreview& preview);
/// How unlike the classes of the training set (or else of the first part) are; empty for a single class.
QString balanceText(const DataPreview& preview);
/// "1 × 28 × 28"
QString shapeText(const DataPreview& preview);
/// All counts as lines of fields that are separated by tabs, for a spreadsheet.
QString countTable(const DataPreview& preview);
/// What a preview that has brought nothing (yet) has to say: what it waits for, what is wrong and how to mend
/// it.
QString stateText(const LivePreview& preview);

} // namespace lockstep
