// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lockstep {

/// The rate of a flow from samples of how much has arrived by when: the slope of the line through the last 60
/// percent of the time, by least squares. The beginning, in which TCP finds the rate and queues fill, does
/// not count; and neither a hole that is filled all at once nor the moment of the last sample moves it much,
/// as they do a mean over all bytes or the best window.
class DeliveryRate {
public:
    /// `seconds` rise from sample to sample, and so does `bytes`.
    void add(double seconds, double bytes) { m_samples.push_back({seconds, bytes}); }
    /// Bytes per second; 0 with fewer than two samples that count.
    double slope() const;

private:
    struct Sample {
        double seconds = 0;
        double bytes = 0;
    };
    std::vector<Sample> m_samples;
};

} // namespace lockstep
