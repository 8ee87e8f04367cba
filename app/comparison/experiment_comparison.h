// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QStringList>
#include <QVector>
#include <vector>

namespace lockstep {

/// A setting of several experiments, as people know it.
struct ComparedSetting {
    QString label;      ///< with what it is a setting of, where that is not the experiment itself
    QStringList values; ///< by experiment; empty: it means nothing there, or is left to the program
    bool differs() const;
    bool isEmpty() const; ///< no experiment says anything of it
    bool operator==(const ComparedSetting&) const = default;
};

/// Everything that experiments say of what runs, in the order of the inspector and in the language of the
/// program. Hosts, switches and links are those of one id, whatever they are called; where one of them stands
/// on the canvas is no setting. REQUIRES: none of them is null.
QVector<ComparedSetting> compareExperiments(const std::vector<const Experiment*>& experiments);

} // namespace lockstep
