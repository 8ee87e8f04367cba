// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/measuring_report.h"

#include <utility>

namespace lockstep::cuda {

const MeasuringReport::Subject MeasuringReport::kPlans{
    .purpose = "measuring which way of computing each convolution is the quickest here",
    .done = "measured",
    .pieces = "graphs",
    .warning = "",
    .until = "computed as cuDNN recommends"};

const MeasuringReport::Subject MeasuringReport::kFusions{
    .purpose = "comparing convolutions in one with what follows them, and apart",
    .done = "compared",
    .pieces = "pairs",
    .warning = ", and most have to be compiled, for seconds each",
    .until = "computed apart"};

MeasuringReport::MeasuringReport(DeviceLog log, const Subject& subject, std::size_t all, std::size_t unknown)
    : m_log(std::move(log)), m_subject(subject), m_unknown(unknown)
{
    if (m_unknown > 0)
        m_log.say(std::string(m_subject.purpose) + ": " + std::to_string(m_unknown) + " of " +
                  std::to_string(all) + " " + m_subject.pieces + " are not known from earlier runs" +
                  m_subject.warning);
}

void MeasuringReport::next()
{
    ++m_tried;
    if (m_tried == m_unknown || Clock::now() - m_said < kInterval)
        return;
    m_said = Clock::now();
    m_log.say(count(m_tried) + ", " + seconds());
}

void MeasuringReport::end(std::size_t left, const std::string& folder)
{
    if (m_unknown == 0)
        return;
    std::string line = count(m_unknown - left) + " in " + seconds();
    if (left < m_unknown)
        line += folder.empty() ? "; that cannot be kept, so the next run does it again"
                               : ", kept for later runs in " + folder;
    if (left > 0)
        line += "; " + std::to_string(left) + " left to later runs, and " + m_subject.until + " until then";
    m_log.say(line);
}

/// "measured 12 of 53 graphs"
std::string MeasuringReport::count(std::size_t number) const
{
    return std::string(m_subject.done) + " " + std::to_string(number) + " of " + std::to_string(m_unknown) +
           " " + m_subject.pieces;
}

/// "12 s"
std::string MeasuringReport::seconds() const
{
    return std::to_string(std::chrono::round<std::chrono::seconds>(Clock::now() - m_begin).count()) + " s";
}

} // namespace lockstep::cuda
