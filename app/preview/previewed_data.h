// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"

#include <QByteArray>
#include <QImage>
#include <QString>
#include <vector>

namespace lockstep {

/// What a preview of data brought, ready to be shown. A value that may cross threads.
struct PreviewedData {
    DataPreview preview;                     ///< without the pixels, which are below
    std::vector<std::vector<QImage>> images; ///< of each picture of each part; null: damaged
    /// Null when the data have no such part.
    const PreviewPart* part(DataPart part) const;
};
using PreviewResult = Result<PreviewedData>;

/// A picture that the engine told, checked by its parser; null: damaged.
QImage pictureOf(const PreviewPicture& picture);

/// Reads what `lockstep-engine preview` printed.
PreviewResult readPreviewedData(const QByteArray& json);

/// A class as people know it: its name, or its number.
QString classText(const DataPreview& preview, int label);

} // namespace lockstep
