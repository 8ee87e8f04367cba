// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QObject>
#include <QString>
#include <QVector>
#include <cstdint>

namespace lockstep {

/// What a person has noted at a moment of a run.
struct PlotNote {
    std::int64_t step = 0; ///< updates made until then
    QString text;
    bool operator==(const PlotNote&) const = default;
};

/// The notes of a run, kept beside its journals in a file of their own, notes.json. GUI thread.
class PlotNotes : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Those of this file, which need not exist. What cannot be read is no note.
    void open(const QString& file);
    /// Ascending by step.
    const QVector<PlotNote>& notes() const { return m_notes; }
    /// Adds one, or gives another text to that at the same step; an empty text removes it. Kept at once.
    Result<void> set(const PlotNote& note);

    static QString fileName();

signals:
    void changed();

private:
    Result<void> save() const;

    QString m_file;
    QVector<PlotNote> m_notes;
};

} // namespace lockstep
