// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/run_labels.h"
#include "app/summary/run_entry.h"

#include <QString>
#include <QVector>
#include <array>
#include <cmath>

namespace lockstep {

/// A parameter of a run's experiment ("training.learning_rate") or a result of it
/// ("evaluated.validation.top1.best").
struct RunField {
    QString name;
    QString text;                 ///< as it is written in the document; of a number, in C's notation
    double number = std::nan(""); ///< NaN: it is none
    bool isNumber() const { return !std::isnan(number); }
};

/// By name, ascending.
class RunFields {
public:
    RunFields() = default;
    explicit RunFields(QVector<RunField> fields);

    /// Null: the run has none of this name. Valid as long as these fields.
    const RunField* find(const QString& name) const;
    const QVector<RunField>& all() const { return m_fields; }

private:
    QVector<RunField> m_fields;
};

/// What the catalogue knows of a run. A plain value for any one thread.
struct CatalogueRun {
    RunEntry entry;
    RunLabels labels;
    RunFields fields;
    qint64 bytes = 0; ///< of the run folder on this disk; while the run goes on, as of some moment
    /// What a search for words looks through, folded; follows from the rest.
    QString words;

    const QString& folder() const { return entry.folder; }
};

/// Parameters and results whose names differ from those of the experiment's members.
namespace field {
inline const QString kHosts = QStringLiteral("hosts"); ///< names and addresses
/// Of a rehearsal alone: kImitated where no rank computed, so that losses mean nothing, or kComputed.
inline const QString kRehearsal = QStringLiteral("rehearsal");
inline const QString kImitated = QStringLiteral("imitated");
inline const QString kComputed = QStringLiteral("computed");
inline const QString kSteps = QStringLiteral("steps");
inline const QString kSeconds = QStringLiteral("seconds"); ///< that the attempts took, without the pauses
inline const QString kSamplesPerSecond = QStringLiteral("samples_per_second");
/// Behind the name of a result: the best of all epochs, and that of the last one.
inline const QString kBest = QStringLiteral(".best");
inline const QString kLast = QStringLiteral(".last");
/// In which a search for words looks, beside the hosts.
inline constexpr std::array kSearched = {"model.name", "data.kind"};
} // namespace field

/// The text that `words` holds.
QString searchedWords(const CatalogueRun& run);

/// What a run came to, where it is no parameter.
bool isResult(const QString& fieldName);

/// The parameters that are not the same in all of these runs, then the results that any of them has; by name.
QStringList differingFields(const QVector<CatalogueRun>& runs);

} // namespace lockstep
