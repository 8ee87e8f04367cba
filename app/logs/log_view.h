// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_rows.h"
#include "app/logs/log_selection.h"

#include <QAbstractScrollArea>
#include <QByteArray>
#include <QString>

namespace lockstep {

/// Shows a growing text file of any size: reads and paints the visible rows only, and stays at the end while
/// it is there. What a log contains is shown, never obeyed (see inertText).
class LogView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// The most that Copy takes.
    static constexpr qint64 kMaxCopyBytes = 8 << 20;

    explicit LogView(QWidget* parent = nullptr);

    void setPath(const QString& path);
    /// What stands in its place while there is no line.
    void setEmptyText(const QString& text);
    const QString& path() const { return m_rows.path(); }
    /// Looks whether the file has grown.
    void refresh();
    qint64 size() const { return m_rows.size(); }

    /// Whether lines that are wider than the view go on in the next row.
    bool wraps() const { return m_wraps; }
    void setWraps(bool wraps);

    bool following() const { return m_rows.isFollowing(); }
    void setFollowing(bool following);

    /// Marks every match in sight (ASCII letters in either case); empty: none.
    void setHighlight(const QByteArray& needle);
    /// Marks the row of a match and brings it into view.
    void showMatch(qint64 offset);
    /// Where a search should go on: behind or before the last match shown, else the top row.
    qint64 searchOrigin(bool forward) const;

    QString selectedText() { return m_selection.text(m_rows, kMaxCopyBytes); }
    void copy();
    /// The rows painted now, for tests.
    QStringList visibleRows();

signals:
    void followingChanged(bool following);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// The day of a line is in its tool tip.
    bool viewportEvent(QEvent* event) override;

private:
    template <typename Move>
    void moveRows(Move move);
    void moveTo(qint64 top);
    void scrollRows(int rows);
    void layOut();
    void updateBars();
    int rowsInView() const;
    void fitRows();
    const LogRows::Row* rowUnder(const QPoint& point) const;
    LogPlace placeAt(const QPoint& point) const;

    LogRows m_rows;
    LogSelection m_selection;
    QString m_emptyText;
    QString m_highlight;
    qint64 m_match = -1; ///< where the match begins that was shown last, in bytes; -1: none was
    bool m_settingBars = false;
    bool m_wraps = true;
};

} // namespace lockstep
