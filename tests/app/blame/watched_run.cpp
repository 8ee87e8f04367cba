// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/blame/watched_run.h"

#include "app/blame/lower_median.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr int kBeginMs = 60'000;
constexpr int kJudgeMs = 250;

} // namespace

WatchedRun::WatchedRun(const Experiment& experiment, const QString& runs)
    : m_experiment(experiment), m_blame(experiment),
      m_controller(remoteOptions(runs, QStringLiteral(LOCKSTEP_BINARY_DIR "/bin/lockstep-engine"), runs))
{
    auto opened = Rehearsal::open(kRehearsalStage, experiment.topology);
    if (opened)
        m_rehearsal = opened.value();
    m_clock.start();
    QObject::connect(&m_controller, &RunController::recordsReceived, &m_controller,
                     [this](int rank, const QVector<Record>& records) { take(rank, records); });
    QObject::connect(&m_judging, &QTimer::timeout, &m_judging, [this] {
        const Culprit& culprit = m_blame.judge(now());
        if (isToBlame(culprit.kind))
            m_named.push_back(culprit);
    });
    m_judging.start(kJudgeMs);
}

bool WatchedRun::begin()
{
    const auto isJudged = [this] { return m_blame.culprit().kind != Culprit::Kind::Unknown; };
    return m_rehearsal && m_controller.rehearse(m_experiment, m_rehearsal) &&
           QTest::qWaitFor(isJudged, kBeginMs);
}

void WatchedRun::take(int rank, const QVector<Record>& records)
{
    m_blame.take(rank, {records.constData(), static_cast<std::size_t>(records.size())}, now());
    if (m_isDisturbed)
        return;
    for (const Record& record : records)
        if (const auto* step = std::get_if<StepFinished>(&record.event)) {
            const double computed = step->forwardSeconds + step->backwardSeconds + step->optimizerSeconds;
            m_computed[rank].push_back(computed);
            m_lengths.push_back(computed + step->networkSeconds);
        }
}

std::vector<double> WatchedRun::computeSeconds() const
{
    std::vector<double> medians;
    for (const auto& [rank, seconds] : m_computed)
        medians.push_back(lowerMedian(seconds));
    return medians;
}

bool WatchedRun::isEven() const
{
    const auto [least, most] = std::ranges::minmax(computeSeconds());
    return most - least < std::max(2e-3, 0.05 * lowerMedian(m_lengths));
}

std::size_t WatchedRun::slowestHost() const
{
    const std::vector<double> seconds = computeSeconds();
    return static_cast<std::size_t>(std::ranges::max_element(seconds) - seconds.begin());
}

bool WatchedRun::isSlower(const Culprit& culprit) const
{
    return culprit.kind != Culprit::Kind::SlowRank || culprit.own > 1.3 * computeSeconds()[culprit.host];
}

} // namespace lockstep
