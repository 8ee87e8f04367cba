// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_view.h"

#include "app/logs/composed_bytes.h"
#include "app/logs/file_bytes.h"
#include "app/logs/log_painter.h"
#include "app/text/inert_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/theme/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace lockstep {

namespace {

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
    showKeyboardRing(*this);
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

/// Moves the rows and tells whether they follow the file after it, and before it did not, or the other way
/// round.
template <typename Move>
void LogView::moveRows(Move move)
{
    const bool before = following();
    fitRows();
    move();
    updateBars();
    viewport()->update();
    if (following() != before)
        emit followingChanged(following());
}

void LogView::setLogs(const QVector<LogSource>& sources, const LogFilter& filter)
{
    m_sources = sources;
    m_selection.clear();
    m_match = -1;
    m_gutter.setSources(sources);
    horizontalScrollBar()->setRange(0, 0);
    std::unique_ptr<LogBytes> bytes;
    if (sources.size() > 1 || !filter.takesAll())
        bytes = std::make_unique<ComposedBytes>(sources, filter);
    else if (!path().isEmpty())
        bytes = std::make_unique<FileBytes>(path());
    moveRows([&] { m_rows.setBytes(std::move(bytes)); });
}

void LogView::setWraps(bool wraps)
{
    m_wraps = wraps;
    horizontalScrollBar()->setRange(0, 0);
    layOut();
}

void LogView::refresh()
{
    fitRows();
    const LogRows::Change change = m_rows.refresh();
    if (change == LogRows::Change::None)
        return;
    if (change == LogRows::Change::Shrunk)
        m_selection.clear();
    updateBars();
    viewport()->update();
}

void LogView::setFollowing(bool following)
{
    moveRows([&] { m_rows.setFollowing(following); });
}

void LogView::moveTo(qint64 top)
{
    moveRows([&] { m_rows.moveTo(top); });
}

void LogView::scrollRows(int rows)
{
    moveRows([&] { m_rows.scroll(rows); });
}

int LogView::rowsInView() const
{
    return std::max(1, viewport()->height() / viewport()->fontMetrics().lineSpacing());
}

/// As many rows, and as long ones, as there is room for.
void LogView::fitRows()
{
    constexpr int kLeastColumns = 20;
    const QFontMetrics metrics = viewport()->fontMetrics();
    const int columns = textWidth() / std::max(1, metrics.horizontalAdvance(u'0'));
    const std::optional<int> wanted =
        m_wraps ? std::optional(std::max(kLeastColumns, columns)) : std::nullopt;
    if (wanted != m_rows.columns())
        m_selection.clear(); // its places are those of rows
    m_rows.setColumns(wanted);
    m_rows.setRoom(rowsInView());
}

int LogView::textWidth() const
{
    const QFontMetrics metrics = viewport()->fontMetrics();
    return viewport()->width() - m_gutter.width(metrics) - m_gutter.widthAtRight(metrics) - kLogMargin;
}

void LogView::layOut()
{
    fitRows();
    updateBars();
    viewport()->update();
}

void LogView::updateBars()
{
    if (m_gutter.fit(m_rows.rows()))
        fitRows();
    m_settingBars = true;
    const qint64 unit = unitOf(size());
    verticalScrollBar()->setRange(0, static_cast<int>(m_rows.lastTop() / unit));
    verticalScrollBar()->setPageStep(static_cast<int>(std::max<qint64>(1, m_rows.length() / unit)));
    verticalScrollBar()->setSingleStep(0);
    verticalScrollBar()->setValue(static_cast<int>(m_rows.top() / unit));
    const QFontMetrics metrics = viewport()->fontMetrics();
    int widest = 0;
    for (const LogRows::Row& row : m_rows.rows())
        widest = std::max(widest, metrics.horizontalAdvance(row.text));
    const int room = textWidth();
    // It only grows while one file is shown, or the bar would come and go with every page.
    const int most = std::max(horizontalScrollBar()->maximum(), widest - room);
    horizontalScrollBar()->setRange(0, std::max(0, most));
    horizontalScrollBar()->setPageStep(room);
    horizontalScrollBar()->setSingleStep(metrics.averageCharWidth() * 4);
    m_settingBars = false;
}

void LogView::scrollContentsBy(int dx, int dy)
{
    if (dx != 0)
        viewport()->update();
    if (dy == 0 || m_settingBars)
        return;
    const QScrollBar& bar = *verticalScrollBar();
    if (bar.value() == bar.maximum())
        moveTo(size());
    else
        moveTo(m_rows.rowStart(static_cast<qint64>(bar.value()) * unitOf(size())));
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

void LogView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_rows.rows().isEmpty()) {
        painter.setFont(font());
        painter.setPen(themeColors(palette()).mutedText);
        painter.drawText(viewport()->rect().adjusted(kLogMargin, kLogMargin, -kLogMargin, -kLogMargin),
                         Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const LogMarks marks{m_selection, m_highlight, m_match};
    LogPainter(painter, *this, m_gutter, marks).paint(m_rows.rows());
}

void LogView::setHighlight(const QRegularExpression& pattern)
{
    m_highlight = pattern;
    m_match = -1;
    viewport()->update();
}

bool LogView::reveal(std::optional<qint64> offset)
{
    if (offset)
        showMatch(*offset);
    return offset.has_value();
}

bool LogView::showLine(qint64 number)
{
    return m_rows.bytes() && reveal(m_rows.bytes()->offsetOfLine(number));
}

bool LogView::showTime(qint64 wall)
{
    return m_rows.bytes() && reveal(m_rows.bytes()->offsetOfTime(wall));
}

bool LogView::showPlace(int source, qint64 offset)
{
    return m_rows.bytes() && reveal(m_rows.bytes()->offsetOf(source, offset));
}

std::optional<LogLine> LogView::currentLine()
{
    if (m_rows.rows().isEmpty())
        return std::nullopt;
    return m_rows.bytes()->lineAt(currentOffset());
}

std::optional<qint64> LogView::currentTime()
{
    return m_rows.rows().isEmpty() ? std::nullopt : m_rows.bytes()->timeAt(currentOffset());
}

qint64 LogView::currentOffset()
{
    return m_rows.lineStart(m_match >= 0 ? m_match : m_rows.top());
}

void LogView::showMatch(qint64 offset)
{
    m_match = offset;
    moveRows([&] { m_rows.reveal(offset); });
}

QStringList LogView::visibleRows()
{
    QStringList rows;
    for (const LogRows::Row& row : m_rows.rows())
        rows.append(row.text);
    return rows;
}

} // namespace lockstep
