// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_store.h"
#include "app/plots/plot_spec.h"

#include <QVector>

namespace lockstep {

struct ValueRange {
    double lower = 0;
    double upper = 1;
    double size() const { return upper - lower; }
};

/// Which part of the data a plot shows: all of it, its live end, or what a person zoomed to. Knows no pixels.
class PlotView {
public:
    explicit PlotView(const PlotSpec& spec) : m_spec(&spec) {}

    /// The keys to show, now that the data reach so far.
    ValueRange keys(const MetricTable& table);
    /// The values to show for these keys on one axis: round numbers around what is there.
    ValueRange values(const MetricTable& table, const PlotAxisSpec& axis, ValueRange keys) const;

    /// Shows everything again.
    void fit();
    bool fitted() const { return m_fitted && !m_freeValues; }
    /// Keeps the live end in sight while it moves; true after a zoom that includes it.
    bool following() const { return m_fitted || m_following; }
    void setFollowing(bool following);

    /// `factor` < 1 zooms in; `center` is a key and stays where it is.
    void zoomKeys(double center, double factor);
    void moveKeys(double delta);
    void zoomValues(ValueRange present, double center, double factor);
    void moveValues(ValueRange present, double delta);
    bool freeValues() const { return m_freeValues; }
    /// The values are those of another metric.
    void releaseValues() { m_freeValues = false; }

    /// Where the keys will end, when that is known: the frame then stands still. 0: not known.
    void setExpectedEnd(double key) { m_expectedEnd = key; }
    double lastKey() const { return m_last; }

private:
    void keepInside();

    const PlotSpec* m_spec;
    double m_first = 0;
    double m_last = 0;
    double m_expectedEnd = 0;
    ValueRange m_keys;
    ValueRange m_values;
    bool m_fitted = true;
    bool m_following = true;
    bool m_freeValues = false;
};

} // namespace lockstep
