// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QRectF>
#include <optional>
#include <vector>

namespace lockstep {

/// What a rectangle on its way can be aligned with: edges and middles of those that stand still, and gaps as
/// wide as those beside them. Scene units throughout.
class AlignmentGuides {
public:
    AlignmentGuides() = default;
    explicit AlignmentGuides(const std::vector<QRectF>& others);

    /// How far to move it so that it is aligned, along either axis; nothing where no alignment is within
    /// reach.
    struct Shift {
        std::optional<qreal> x;
        std::optional<qreal> y;
    };
    Shift shiftFor(const QRectF& moving, qreal reach) const;
    /// The lines that show how it is aligned where it is now.
    std::vector<QLineF> linesFor(const QRectF& placed) const;

private:
    /// A rectangle seen along one axis; the other axis is across.
    struct Span {
        qreal low;
        qreal high;
        qreal crossLow;
        qreal crossHigh;
        qreal middle() const { return (low + high) / 2; }
    };
    /// The next two on either side of one that shares their row; null where there are none.
    struct Row {
        const Span* before = nullptr;
        const Span* beforeThat = nullptr;
        const Span* after = nullptr;
        const Span* afterThat = nullptr;
    };
    static Span alongX(const QRectF& rect);
    static Span alongY(const QRectF& rect);
    static bool isNear(const Span& one, const Span& other);
    static Row rowOf(const Span& moving, const std::vector<Span>& others);
    static std::vector<qreal> gapShifts(const Span& moving, const Row& row);
    static std::optional<qreal> shiftAlong(const Span& moving, const std::vector<Span>& others, qreal reach);
    static std::vector<QLineF> linesAlong(const Span& placed, const std::vector<Span>& others);

    std::vector<Span> m_alongX;
    std::vector<Span> m_alongY;
};

} // namespace lockstep
