// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QString>
#include <QVector>

namespace lockstep {

/// A setting of two experiments, as people know it.
struct ComparedSetting {
    QString label; ///< with what it is a setting of, where that is not the experiment itself
    QString there; ///< empty: it means nothing there, or is left to the program
    QString here;
    bool differs() const { return there != here; }
    bool operator==(const ComparedSetting&) const = default;
};

/// Everything that two experiments say of what runs, in the order of the inspector and in the language of the
/// program. Hosts, switches and links are those of one id, whatever they are called; where one of them stands
/// on the canvas is no setting.
QVector<ComparedSetting> compareExperiments(const Experiment& there, const Experiment& here);

} // namespace lockstep
