// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPoint>
#include <QRectF>
#include <cmath>
#include <vector>

namespace lockstep {

/// Rectangles by place: which of a thousand cards may be near a point is found without asking each.
class RectIndex {
public:
    void clear() { m_cells.clear(); }

    void add(const QRectF& rect, int number)
    {
        visit(rect, [&](const QPoint& cell) { m_cells[cell].push_back({rect, number}); });
    }

    /// Calls `see`(rect, number) for those that intersect `room`, some of them more than once.
    template <typename See>
    void intersecting(const QRectF& room, See see) const
    {
        visit(room, [&](const QPoint& cell) {
            const auto found = m_cells.constFind(cell);
            if (found == m_cells.constEnd())
                return;
            for (const Entry& entry : *found) {
                if (entry.rect.intersects(room))
                    see(entry.rect, entry.number);
            }
        });
    }

private:
    struct Entry {
        QRectF rect;
        int number = 0;
    };
    static constexpr qreal kCell = 256;
    static int cellOf(qreal value) { return static_cast<int>(std::floor(value / kCell)); }

    template <typename Visit>
    static void visit(const QRectF& rect, Visit visitCell)
    {
        for (int x = cellOf(rect.left()); x <= cellOf(rect.right()); ++x) {
            for (int y = cellOf(rect.top()); y <= cellOf(rect.bottom()); ++y)
                visitCell(QPoint(x, y));
        }
    }

    QHash<QPoint, std::vector<Entry>> m_cells;
};

} // namespace lockstep
