// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/metrics/metric_table.h"
#include "app/plots/plot_spec.h"
#include "app/plots/value_range.h"

namespace lockstep {

/// Which part of the data a plot shows: all of it, its live end, or what a person zoomed to. Knows no pixels.
/// Keys are what the x axis counts. Along a logarithmic axis all shifts and factors are those of the decimal
/// logarithm.
class PlotView {
public:
    explicit PlotView(const PlotSpec& spec) : m_spec(&spec) {}

    /// The keys to show, now that the data reach so far.
    ValueRange keys(const MetricTable& table);
    /// The values to show for these keys on one axis: round numbers around what is there.
    ValueRange values(const MetricTable& table, const PlotAxisSpec& axis, const KeyWindow& keys,
                      ColumnCache& columns) const;

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
    /// Shows these keys, and these values on the left axis.
    void zoomTo(ValueRange keys, ValueRange values);
    bool freeValues() const { return m_freeValues; }
    /// The values are those of another metric.
    void releaseValues() { m_freeValues = false; }
    /// The keys that another view shows, and whether it follows. REQUIRES: the same axis.
    void showKeysOf(const PlotView& other);

    /// Where the keys will end, when that is known: the frame then stands still. 0: not known.
    void setExpectedEnd(double key) { m_expectedEnd = key; }
    double firstKey() const { return m_first; }
    double lastKey() const { return m_last; }

private:
    double smallest() const;
    double onKeys(double key) const; ///< where it lies along the axis
    double atKeys(double position) const;
    double onValues(double value) const;
    double atValues(double position) const;
    void reach(const MetricTable& table);
    void setKeys(double from, double to); ///< positions along the axis
    bool leavesRoom(double from, double end, double room) const;
    void moveInside();

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
