// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/forecast/step_model.h"
#include "app/problems/find_problems.h"
#include "app/problems/model_describer.h"
#include "app/problems/report_book.h"

#include <QObject>
#include <QTimer>
#include <optional>

namespace lockstep {

class HostTests;

/// The problems of a document, followed while it changes. Lives on the GUI thread.
class LiveProblems : public QObject {
    Q_OBJECT
public:
    /// `engine`: the path of lockstep-engine, which knows what models cost. `reports` outlive it.
    LiveProblems(ExperimentDocument& document, ReportBook& reports, const QString& engine,
                 QObject* parent = nullptr);

    /// Of the document as it is now. What the engine has not answered yet is not among them.
    const Problems& problems();
    /// The same, for a list: what several hosts share is told once.
    const Problems& told();
    /// Those of the drawing alone, without what tests of its hosts have found.
    const Problems& ofDrawing();
    /// What these tests find is told after the problems of the drawing. REQUIRES: they outlive it.
    void follow(const HostTests& tests);
    /// What the model costs: nothing while the engine is asked.
    const std::optional<Result<ModelCosts>>& costs();
    /// What a forecast depends on: nothing while the model's costs are not known. `samples`: of an epoch,
    /// where the data have been seen.
    std::optional<ForecastInput> forecastInput(std::optional<std::int64_t> samples);

signals:
    /// A little after the document changed, the engine answered or a host said what it is: once for a whole
    /// gesture of changes.
    void changed();

private:
    void renew();
    void find();
    void takeTests(const HostTests& tests);

    ExperimentDocument& m_document;
    ReportBook& m_reports;
    ModelDescriber m_describer;
    QTimer m_delay;
    bool m_isFresh = false;
    Problems m_drawn;
    Problems m_tested;
    Problems m_problems; ///< both
    Problems m_told;
    std::optional<Result<ModelCosts>> m_costs;
};

} // namespace lockstep
