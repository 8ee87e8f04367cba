// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/log_view.h"

#include "app/text/inert_text.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kMargin = 8;
/// Scroll bars count in int; files beyond this scroll in larger units.
constexpr qint64 kMaxBar = 1 << 30;

qint64 unitOf(qint64 size)
{
    return size / kMaxBar + 1;
}

} // namespace

LogView::LogView(QWidget* parent) : QAbstractScrollArea(parent)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(8.0, this->font().pointSizeF() - 0.5));
    viewport()->setFont(font);
    viewport()->setCursor(Qt::IBeamCursor);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setMinimumSize(160, 80);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this](int action) {
        if (action == QAbstractSlider::SliderSingleStepAdd || action == QAbstractSlider::SliderSingleStepSub)
            scrollRows(action == QAbstractSlider::SliderSingleStepAdd ? 1 : -1);
    });
}

void LogView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void LogView::setPath(const QString& path)
{
    m_file.setPath(path);
    m_anchor = m_cursor = {};
    m_matchBegin = m_matchEnd = -1;
    m_top = 0;
    setFollowing(true);
    horizontalScrollBar()->setRange(0, 0);
    layOut();
}

void LogView::refresh()
{
    const qint64 before = m_file.size();
    if (!m_file.refresh())
        return;
    if (m_file.size() < before) {
        m_anchor = m_cursor = {};
        m_top = std::min(m_top, m_file.size());
    }
    layOut();
}

void LogView::setFollowing(bool following)
{
    const bool changed = m_following != following;
    m_following = following;
    if (following)
        layOut();
    if (changed)
        emit followingChanged(following);
}

int LogView::rowsInView() const
{
    return std::max(1, viewport()->height() / viewport()->fontMetrics().lineSpacing());
}

qint64 LogView::lastTop()
{
    return m_file.lastRows(rowsInView());
}

QString LogView::textOf(const LogFile::Row& row)
{
    return inertText(m_file.read(row.begin, row.end - row.begin));
}

void LogView::layOut()
{
    if (m_following)
        m_top = lastTop();
    m_rows.clear();
    const int count = rowsInView() + 1;
    for (qint64 begin = m_top; begin < m_file.size() && m_rows.size() < count;) {
        const LogFile::Row row = m_file.rowAt(begin);
        if (row.next <= begin)
            break;
        m_rows.append({row, textOf(row)});
        begin = row.next;
    }
    updateBars();
    viewport()->update();
}

void LogView::updateBars()
{
    m_settingBars = true;
    const qint64 unit = unitOf(m_file.size());
    const qint64 end = lastTop();
    const qint64 shown = m_rows.isEmpty() ? 1 : m_rows.last().row.next - m_top;
    verticalScrollBar()->setRange(0, static_cast<int>(end / unit));
    verticalScrollBar()->setPageStep(static_cast<int>(std::max<qint64>(1, shown / unit)));
    verticalScrollBar()->setSingleStep(0);
    verticalScrollBar()->setValue(static_cast<int>(m_top / unit));
    int widest = 0;
    for (const VisibleRow& row : m_rows)
        widest = std::max(widest, viewport()->fontMetrics().horizontalAdvance(row.text));
    const int room = viewport()->width() - 2 * kMargin;
    // It only grows while one file is shown, or the bar would come and go with every page.
    const int most = std::max(horizontalScrollBar()->maximum(), widest - room);
    horizontalScrollBar()->setRange(0, std::max(0, most));
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(viewport()->fontMetrics().averageCharWidth() * 4);
    m_settingBars = false;
}

void LogView::moveTo(qint64 top)
{
    const qint64 end = lastTop();
    m_top = std::clamp<qint64>(top, 0, end);
    const bool following = m_top >= end;
    if (following != m_following) {
        m_following = following;
        emit followingChanged(following);
    }
    layOut();
}

void LogView::scrollRows(int rows)
{
    qint64 top = m_top;
    for (; rows > 0 && top < m_file.size(); --rows)
        top = m_file.rowAt(top).next;
    for (; rows < 0 && top > 0; ++rows)
        top = m_file.previousRow(top);
    moveTo(top);
}

void LogView::scrollContentsBy(int dx, int dy)
{
    if (dx != 0)
        viewport()->update();
    if (dy == 0 || m_settingBars)
        return;
    const QScrollBar& bar = *verticalScrollBar();
    if (bar.value() == bar.maximum())
        return moveTo(lastTop());
    moveTo(m_file.rowStart(static_cast<qint64>(bar.value()) * unitOf(m_file.size())));
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    horizontalScrollBar()->setRange(0, 0);
    layOut();
}

void LogView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

QString LogView::selectedText()
{
    const Place begin = std::min(m_anchor, m_cursor);
    const Place end = std::max(m_anchor, m_cursor);
    QString text;
    for (qint64 at = begin.row; at <= end.row && at < m_file.size() && at - begin.row < kMaxCopyBytes;) {
        const LogFile::Row row = m_file.rowAt(at);
        const QString shown = textOf(row);
        const qsizetype first = at == begin.row ? begin.column : 0;
        const qsizetype last = at == end.row ? end.column : shown.size();
        text += QStringView(shown).mid(first, last - first);
        if (at < end.row && row.lineEnds)
            text += u'\n';
        if (row.next <= at)
            break;
        at = row.next;
    }
    return text;
}

void LogView::copy()
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void LogView::setHighlight(const QByteArray& needle)
{
    m_highlight = inertText(needle);
    m_matchBegin = m_matchEnd = -1;
    viewport()->update();
}

void LogView::showMatch(qint64 offset, qint64 length)
{
    m_matchBegin = offset;
    m_matchEnd = offset + length;
    const qint64 row = m_file.rowStart(offset);
    const qint64 end = m_rows.isEmpty() ? 0 : m_rows.last().row.begin;
    if (row < m_top || row >= end) {
        qint64 top = row;
        for (int i = 0; i < rowsInView() / 3; ++i)
            top = m_file.previousRow(top);
        moveTo(top);
    }
    viewport()->update();
}

qint64 LogView::searchOrigin(bool forward) const
{
    if (m_matchBegin < 0)
        return m_top;
    return forward ? m_matchBegin + 1 : m_matchBegin;
}

QStringList LogView::visibleRows()
{
    QStringList rows;
    for (const VisibleRow& row : m_rows)
        rows.append(row.text);
    return rows;
}

} // namespace lockstep
