// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/live_problems.h"

#include "app/problems/forecast_input.h"
#include "app/problems/gathered_problems.h"
#include "app/problems/local_files.h"
#include "app/window/test_problems.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int kDelayMs = 60;

} // namespace

LiveProblems::LiveProblems(ExperimentDocument& document, ReportBook& reports, const QString& engine,
                           QObject* parent)
    : QObject(parent), m_document(document), m_reports(reports), m_describer(engine)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        find();
        emit changed();
    });
    connect(&m_document, &ExperimentDocument::changed, this, &LiveProblems::renew);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &LiveProblems::renew);
    connect(&m_describer, &ModelDescriber::described, this, &LiveProblems::renew);
    connect(&m_reports, &ReportBook::changed, this, &LiveProblems::renew);
    renew();
}

void LiveProblems::renew()
{
    m_isFresh = false;
    if (!m_delay.isActive())
        m_delay.start();
}

void LiveProblems::find()
{
    if (m_isFresh)
        return;
    m_isFresh = true;
    const Experiment& experiment = m_document.experiment();
    const std::vector<std::string>& models = modelNames();
    m_costs.reset();
    if (std::find(models.begin(), models.end(), experiment.model.name) != models.end())
        m_costs = m_describer.costs(modelQuestion(experiment));
    const HostReports reports = m_reports.of(experiment.topology);
    m_drawn = findProblems(experiment, m_costs, reports, m_reports.ofThisComputer());
    const auto firstWarning = m_drawn.begin() + static_cast<std::ptrdiff_t>(errorCount(m_drawn));
    Problems missing;
    for (const Error& error : missingFiles(m_document.forRunning()))
        missing.push_back({Severity::Error, error});
    m_drawn.insert(firstWarning, missing.begin(), missing.end());
    m_problems = m_drawn;
    m_problems.insert(m_problems.end(), m_tested.begin(), m_tested.end());
    m_told = gathered(m_problems);
}

void LiveProblems::follow(const HostTests& tests)
{
    connect(&tests, &HostTests::changed, this, [this, &tests] { takeTests(tests); });
    takeTests(tests);
}

void LiveProblems::takeTests(const HostTests& tests)
{
    Problems found = testProblems(tests);
    if (found == m_tested)
        return;
    m_tested = std::move(found);
    renew();
}

const Problems& LiveProblems::ofDrawing()
{
    find();
    return m_drawn;
}

const Problems& LiveProblems::problems()
{
    find();
    return m_problems;
}

const Problems& LiveProblems::told()
{
    find();
    return m_told;
}

std::optional<ForecastInput> LiveProblems::forecastInput(std::optional<std::int64_t> samples)
{
    find();
    if (!m_costs || !*m_costs)
        return std::nullopt;
    const Experiment& experiment = m_document.experiment();
    return lockstep::forecastInput(experiment, **m_costs, m_reports.of(experiment.topology), samples);
}

const std::optional<Result<ModelCosts>>& LiveProblems::costs()
{
    find();
    return m_costs;
}

} // namespace lockstep
