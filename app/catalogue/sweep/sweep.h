// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/result.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace lockstep {

/// A key of the experiment and the values that it is to have, one after the other.
struct SweepAxis {
    QString key;        ///< as withValue() takes it: "training.learning_rate"
    QStringList values; ///< at least one
    bool operator==(const SweepAxis&) const = default;
};

enum class SweepMode {
    Grid,   ///< every value with every other: the last axis changes first
    Paired, ///< the first values of all axes, then the second ones, ...
};

/// One experiment, run with several values.
struct Sweep {
    QString id; ///< "sweep-20261120-235959-3f9a"
    Experiment experiment;
    QVector<SweepAxis> axes;
    SweepMode mode = SweepMode::Grid;
    int atOnce = 1;   ///< runs at the same time, each on hosts of its own, 1 ... the hosts that take part
    QStringList runs; ///< id of each point's run, in the order of sweepPoints(); empty: not begun
    bool operator==(const Sweep&) const = default;
};

/// One run of a sweep.
struct SweepPoint {
    QStringList values; ///< by axis
    Experiment experiment;
};

inline constexpr qsizetype kMaxSweepPoints = 10'000;

/// Reads "KEY=VALUES", where VALUES are a list, "0.1,0.01" (a comma within brackets or quotes parts nothing),
/// or a range: "16..64:4" is 16, 32, 48, 64; "1e-4..0.1:4:log" is 0.0001, 0.001, 0.01, 0.1.
Result<SweepAxis> sweepAxisIn(const QString& assignment);

/// `count` numbers from `first` to `last`, evenly apart; with `isLogarithmic` evenly in their logarithm. An
/// error when that cannot be.
Result<QStringList> valuesBetween(double first, double last, int count, bool isLogarithmic);

/// What the runs of the sweep are, each checked; the name of each tells its values. An error names the first
/// point that cannot run, or what keeps the axes from being combined.
Result<QVector<SweepPoint>> sweepPoints(const Sweep& sweep);

/// The experiment on the hosts of one of `groups` equal parts of those that take part, the rest left out.
/// REQUIRES: 0 <= group < groups <= hosts that take part.
Experiment onHostsOfGroup(const Experiment& experiment, int group, int groups);
/// Hosts that have a rank.
int hostsTakingPart(const Experiment& experiment);

/// An id that no other sweep has.
QString freshSweepId();

} // namespace lockstep
