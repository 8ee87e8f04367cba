// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/log_file.h"

#include <QAbstractScrollArea>
#include <QByteArray>
#include <QString>
#include <QVector>
#include <compare>

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
    const QString& path() const { return m_file.path(); }
    /// Previews whether the file has grown.
    void refresh();
    qint64 size() const { return m_file.size(); }

    bool following() const { return m_following; }
    void setFollowing(bool following);

    /// Marks every match in sight (ASCII letters in either case); empty: none.
    void setHighlight(const QByteArray& needle);
    /// Selects these bytes' row and brings it into view.
    void showMatch(qint64 offset, qint64 length);
    /// Where a search should go on: behind or before the last match shown, else the top row.
    qint64 searchOrigin(bool forward) const;

    QString selectedText();
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

private:
    /// A place between two characters of a row as shown.
    struct Place {
        qint64 row = 0;
        qsizetype column = 0;
        auto operator<=>(const Place&) const = default;
    };
    struct VisibleRow {
        LogFile::Row row;
        QString text;
    };

    void layOut();
    void moveTo(qint64 top);
    void scrollRows(int rows);
    void updateBars();
    int rowsInView() const;
    qint64 lastTop();
    QString textOf(const LogFile::Row& row);
    Place placeAt(const QPoint& point);
    void paintRow(QPainter& painter, const VisibleRow& row, int y);
    void paintMatches(QPainter& painter, const QString& text, int x, int y);

    LogFile m_file;
    QString m_emptyText;
    QVector<VisibleRow> m_rows;
    qint64 m_top = 0;
    bool m_following = true;
    bool m_settingBars = false;
    QString m_highlight;
    qint64 m_matchBegin = -1;
    qint64 m_matchEnd = -1;
    Place m_anchor;
    Place m_cursor;
};

} // namespace lockstep
