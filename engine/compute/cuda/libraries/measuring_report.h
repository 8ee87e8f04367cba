// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace lockstep::cuda {

/// Where lines for the log go that are about a device.
struct DeviceLog {
    int device = 0;
    std::function<void(const std::string& line)> log{}; ///< may be empty

    void say(const std::string& line) const
    {
        if (log)
            log("cuda:" + std::to_string(device) + ": " + line);
    }
};

/// Says in the log that something is measured on a device, how far that is and what came of it; nothing where
/// earlier runs have measured all of it.
class MeasuringReport {
public:
    /// What is measured, in the words of its lines.
    struct Subject {
        const char* purpose; ///< "measuring which ..."
        const char* done;    ///< "measured"
        const char* pieces;  ///< "graphs"
        const char* warning; ///< why it may take long; may be ""
        const char* until;   ///< how what is left to later runs is computed
    };
    static const Subject kPlans;
    static const Subject kFusions;

    /// Of `all` pieces so many are not known from earlier runs.
    MeasuringReport(DeviceLog log, const Subject& subject, std::size_t all, std::size_t unknown);
    /// One of those that were not known has been tried. At most one line in kInterval.
    void next();
    /// So many are still not known. `folder`: where the others are kept for later runs; empty: nowhere.
    void end(std::size_t left, const std::string& folder);

    static constexpr std::chrono::seconds kInterval{5};

private:
    using Clock = std::chrono::steady_clock;
    std::string count(std::size_t number) const;
    std::string seconds() const;

    DeviceLog m_log;
    const Subject& m_subject;
    std::size_t m_unknown;
    std::size_t m_tried = 0;
    Clock::time_point m_begin = Clock::now();
    Clock::time_point m_said = m_begin;
};

} // namespace lockstep::cuda
