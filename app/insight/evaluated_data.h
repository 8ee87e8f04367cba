// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/evaluation_report.h"

#include <QByteArray>
#include <QImage>
#include <QString>
#include <vector>

namespace lockstep {

/// A prediction with its picture decoded.
struct ShownPrediction {
    Prediction prediction; ///< without the pixels, which are beside it
    QImage image;          ///< null: damaged
};

/// What an evaluation brought, ready to be shown. A value that may cross threads.
struct EvaluatedData {
    EvaluationReport report; ///< without its predictions, which are below
    std::vector<ShownPrediction> worst;
    std::vector<ShownPrediction> samples;
};

/// Reads what `lockstep-engine evaluate` printed.
Result<EvaluatedData> readEvaluatedData(const QByteArray& json);

/// A class as people know it: its name, or its number.
QString classText(const Confusion& confusion, int label);

} // namespace lockstep
