// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QJsonValue>
#include <QString>
#include <map>

namespace lockstep {

/// Values of a document by their key, as withValue() takes it: "training.learning_rate".
using ExperimentLeaves = std::map<QString, QJsonValue>;

/// The members outside its topology, those of objects within objects among them; a list is one value.
ExperimentLeaves leavesOf(const Experiment& experiment);

/// The value as it is written in a document: text in quotes.
QString jsonText(const QJsonValue& value);

} // namespace lockstep
