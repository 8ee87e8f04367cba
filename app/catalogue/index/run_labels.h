// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>
#include <QStringList>

namespace lockstep {

/// What a person, or the sweep that began it, has attached to a run. Kept beside the run in its folder
/// (labels.json), so that it goes where the folder goes.
struct RunLabels {
    QStringList tags; ///< each once, as tagsIn() leaves them
    QString notes;
    QString sweep; ///< id of the sweep that the run belongs to; empty: none
    bool operator==(const RunLabels&) const = default;
};

inline constexpr int kMaxTags = 64;
inline constexpr int kMaxTagLength = 64;
inline constexpr int kMaxNotesLength = 64 << 10;
inline const QString kLabelsFile = QStringLiteral("labels.json");

/// The tags in a text with commas between them: trimmed, each once, within the limits above.
QStringList tagsIn(const QString& text);

/// None where the file is missing or damaged. Any thread.
RunLabels readLabels(const QString& runFolder);
/// What is beyond the limits is left out.
Result<void> writeLabels(const QString& runFolder, const RunLabels& labels);

} // namespace lockstep
