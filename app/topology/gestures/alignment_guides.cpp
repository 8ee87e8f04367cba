// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/gestures/alignment_guides.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

/// What stands farther away is no company to be aligned with.
constexpr qreal kNear = 1400;
/// So close is aligned already.
constexpr qreal kExact = 0.25;
constexpr qreal kOverhang = 10; ///< of a line beyond what it touches
constexpr qreal kTick = 5;      ///< half the length of the end of a gap's line

QLineF turned(const QLineF& line)
{
    return {line.y1(), line.x1(), line.y2(), line.x2()};
}

} // namespace

AlignmentGuides::Span AlignmentGuides::alongX(const QRectF& rect)
{
    return {rect.left(), rect.right(), rect.top(), rect.bottom()};
}

AlignmentGuides::Span AlignmentGuides::alongY(const QRectF& rect)
{
    return {rect.top(), rect.bottom(), rect.left(), rect.right()};
}

AlignmentGuides::AlignmentGuides(const std::vector<QRectF>& others)
{
    m_alongX.reserve(others.size());
    m_alongY.reserve(others.size());
    for (const QRectF& rect : others) {
        m_alongX.push_back(alongX(rect));
        m_alongY.push_back(alongY(rect));
    }
}

bool AlignmentGuides::isNear(const Span& one, const Span& other)
{
    return one.low - other.high < kNear && other.low - one.high < kNear &&
           one.crossLow - other.crossHigh < kNear && other.crossLow - one.crossHigh < kNear;
}

AlignmentGuides::Row AlignmentGuides::rowOf(const Span& moving, const std::vector<Span>& others)
{
    Row row;
    const auto shares = [&](const Span& other) {
        return other.crossLow < moving.crossHigh && other.crossHigh > moving.crossLow &&
               isNear(moving, other);
    };
    for (const Span& other : others) {
        if (!shares(other))
            continue;
        if (other.middle() < moving.middle() && (!row.before || other.high > row.before->high))
            row.before = &other;
        if (other.middle() > moving.middle() && (!row.after || other.low < row.after->low))
            row.after = &other;
    }
    for (const Span& other : others) {
        if (!shares(other))
            continue;
        if (row.before && other.high <= row.before->low &&
            (!row.beforeThat || other.high > row.beforeThat->high))
            row.beforeThat = &other;
        if (row.after && other.low >= row.after->high && (!row.afterThat || other.low < row.afterThat->low))
            row.afterThat = &other;
    }
    return row;
}

/// The ways to as wide a gap on both sides, after the two before it, and before the two after it; infinite
/// where the row is not so long.
std::vector<qreal> AlignmentGuides::gapShifts(const Span& moving, const Row& row)
{
    constexpr qreal kNone = HUGE_VAL;
    return {row.before && row.after ? (row.before->high + row.after->low) / 2 - moving.middle() : kNone,
            row.beforeThat ? row.before->high + (row.before->low - row.beforeThat->high) - moving.low : kNone,
            row.afterThat ? row.after->low - (row.afterThat->low - row.after->high) - moving.high : kNone};
}

std::optional<qreal> AlignmentGuides::shiftAlong(const Span& moving, const std::vector<Span>& others,
                                                 qreal reach)
{
    std::optional<qreal> best;
    const auto offer = [&](qreal shift) {
        if (std::abs(shift) <= reach && (!best || std::abs(shift) < std::abs(*best)))
            best = shift;
    };
    for (const Span& other : others) {
        if (!isNear(moving, other))
            continue;
        offer(other.low - moving.low);
        offer(other.high - moving.high);
        offer(other.middle() - moving.middle());
        offer(other.high - moving.low);
        offer(other.low - moving.high);
    }
    for (const qreal shift : gapShifts(moving, rowOf(moving, others)))
        offer(shift);
    return best;
}

AlignmentGuides::Shift AlignmentGuides::shiftFor(const QRectF& moving, qreal reach) const
{
    return {shiftAlong(alongX(moving), m_alongX, reach), shiftAlong(alongY(moving), m_alongY, reach)};
}

/// Lines across the axis where edges or middles agree, and lines along it in gaps of one width.
std::vector<QLineF> AlignmentGuides::linesAlong(const Span& placed, const std::vector<Span>& others)
{
    std::map<qreal, std::pair<qreal, qreal>> across; // where, and from where to where
    const auto agree = [&](qreal place, qreal with, const Span& other) {
        if (std::abs(place - with) > kExact)
            return;
        auto& [from, to] = across.try_emplace(place, placed.crossLow, placed.crossHigh).first->second;
        from = std::min(from, other.crossLow);
        to = std::max(to, other.crossHigh);
    };
    for (const Span& other : others) {
        if (!isNear(placed, other))
            continue;
        agree(placed.low, other.low, other);
        agree(placed.high, other.high, other);
        agree(placed.middle(), other.middle(), other);
        agree(placed.low, other.high, other);
        agree(placed.high, other.low, other);
    }
    std::vector<QLineF> lines;
    for (const auto& [place, reach] : across)
        lines.emplace_back(place, reach.first - kOverhang, place, reach.second + kOverhang);
    const qreal height = (placed.crossLow + placed.crossHigh) / 2;
    const auto gap = [&](qreal from, qreal to) {
        lines.emplace_back(from, height, to, height);
        lines.emplace_back(from, height - kTick, from, height + kTick);
        lines.emplace_back(to, height - kTick, to, height + kTick);
    };
    const Row row = rowOf(placed, others);
    const std::vector<qreal> shifts = gapShifts(placed, row);
    if (std::abs(shifts[0]) <= kExact) {
        gap(row.before->high, placed.low);
        gap(placed.high, row.after->low);
    }
    if (std::abs(shifts[1]) <= kExact) {
        gap(row.beforeThat->high, row.before->low);
        gap(row.before->high, placed.low);
    }
    if (std::abs(shifts[2]) <= kExact) {
        gap(placed.high, row.after->low);
        gap(row.after->high, row.afterThat->low);
    }
    return lines;
}

std::vector<QLineF> AlignmentGuides::linesFor(const QRectF& placed) const
{
    std::vector<QLineF> lines = linesAlong(alongX(placed), m_alongX);
    for (const QLineF& line : linesAlong(alongY(placed), m_alongY))
        lines.push_back(turned(line));
    return lines;
}

} // namespace lockstep
