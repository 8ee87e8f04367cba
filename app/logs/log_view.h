// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_gutter.h"
#include "app/logs/log_rows.h"
#include "app/logs/log_selection.h"
#include "app/logs/log_walk.h"

#include <QAbstractScrollArea>
#include <QRegularExpression>
#include <QString>

namespace lockstep {

/// Shows growing logs of any size: reads and paints the visible rows only, and stays at the end while it is
/// there. What a log contains is shown, never obeyed (see inertText). Beside each line stands its number, or
/// its rank where several logs are shown, and how many lines it stands for.
class LogView : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// The most that Copy takes.
    static constexpr qint64 kMaxCopyBytes = 8 << 20;

    explicit LogView(QWidget* parent = nullptr);

    /// One log as it is, at once; or the lines that a filter takes from one or more, as far as they are
    /// found.
    void setLogs(const QVector<LogSource>& sources, const LogFilter& filter = {});
    void setPath(const QString& path) { setLogs({LogSource{path}}); }
    const QVector<LogSource>& sources() const { return m_sources; }
    /// What stands in its place while there is no line.
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return m_emptyText; }
    /// Of the only log that is shown; else empty.
    QString path() const { return m_sources.size() == 1 ? m_sources.front().path : QString(); }
    /// Looks whether the logs have grown, and what of them is known by now.
    void refresh();
    qint64 size() const { return m_rows.size(); }
    /// How much of the logs has been looked through: 0 ... 1.
    double known() const { return m_rows.bytes() ? m_rows.bytes()->known() : 1; }

    /// Bring a line into view and mark it; false where it is not known, or not yet.
    bool showLine(qint64 number);
    bool showTime(qint64 wall); ///< see LineTime::microseconds
    bool showPlace(int source, qint64 offset);
    /// The line that is marked, else the first in view.
    std::optional<LogLine> currentLine();
    /// When a line was written, as it says itself or the one before it; see LineTime::microseconds.
    std::optional<qint64> currentTime();

    /// Whether lines that are wider than the view go on in the next row.
    bool wraps() const { return m_wraps; }
    void setWraps(bool wraps);

    bool following() const { return m_rows.isFollowing(); }
    void setFollowing(bool following);

    /// Marks every match in sight; an empty pattern: none.
    void setHighlight(const QRegularExpression& pattern);
    /// Marks the row of a match and brings it into view.
    void showMatch(qint64 offset);

    QString selectedText() { return m_selection.text(m_rows, kMaxCopyBytes); }
    void copy();
    /// The rows painted now, for tests.
    QStringList visibleRows();

signals:
    void followingChanged(bool following);
    /// A person wants to see what else happened when the line was written, which is marked now.
    void lineActivated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
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
    int textWidth() const;
    qint64 currentOffset();
    bool reveal(std::optional<qint64> offset);
    void activate(const QPoint& point);
    void markRow(int by);
    qsizetype markedRow() const;
    void activateMarked();
    void fitRows();
    const LogRows::Row* rowUnder(const QPoint& point) const;
    LogPlace placeAt(const QPoint& point) const;

    QVector<LogSource> m_sources;
    LogRows m_rows;
    LogGutter m_gutter;
    LogSelection m_selection;
    QString m_emptyText;
    QRegularExpression m_highlight;
    qint64 m_match = -1; ///< where the match begins that was shown last, in bytes; -1: none was
    bool m_settingBars = false;
    bool m_wraps = true;
};

} // namespace lockstep
