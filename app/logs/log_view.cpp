// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_view.h"

#include "app/logs/log_painter.h"
#include "app/text/inert_text.h"
#include "app/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kWheelRows = 3;
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

void LogView::setPath(const QString& path)
{
    m_selection.clear();
    m_match = -1;
    horizontalScrollBar()->setRange(0, 0);
    moveRows([&] { m_rows.setPath(path); });
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
    const int columns = (viewport()->width() - 2 * kLogMargin) / std::max(1, metrics.horizontalAdvance(u'0'));
    const std::optional<int> wanted =
        m_wraps ? std::optional(std::max(kLeastColumns, columns)) : std::nullopt;
    if (wanted != m_rows.columns())
        m_selection.clear(); // its places are those of rows
    m_rows.setColumns(wanted);
    m_rows.setRoom(rowsInView());
}

void LogView::layOut()
{
    fitRows();
    updateBars();
    viewport()->update();
}

void LogView::updateBars()
{
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
    const int room = viewport()->width() - 2 * kLogMargin;
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
    LogPainter(painter, *this, marks).paint(m_rows.rows());
}

void LogView::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y()) || event->modifiers().testFlag(Qt::ShiftModifier))
        return QAbstractScrollArea::wheelEvent(event);
    const int rows = static_cast<int>(std::lround(-delta.y() * kWheelRows / 120.0));
    if (rows != 0)
        scrollRows(rows);
    event->accept();
}

void LogView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    switch (event->key()) {
    case Qt::Key_Up:
        return scrollRows(-1);
    case Qt::Key_Down:
        return scrollRows(1);
    case Qt::Key_PageUp:
        return scrollRows(-rowsInView());
    case Qt::Key_PageDown:
        return scrollRows(rowsInView());
    case Qt::Key_Home:
        return moveTo(0);
    case Qt::Key_End:
        return moveTo(size());
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

const LogRows::Row* LogView::rowUnder(const QPoint& point) const
{
    const QVector<LogRows::Row>& rows = m_rows.rows();
    if (rows.isEmpty())
        return nullptr;
    const int line = viewport()->fontMetrics().lineSpacing();
    return &rows[std::clamp<qsizetype>(point.y() / line, 0, rows.size() - 1)];
}

bool LogView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const LogRows::Row* row = rowUnder(help.pos());
    QToolTip::showText(help.globalPos(), row != nullptr ? m_rows.stampOf(*row) : QString(), viewport());
    return true;
}

LogPlace LogView::placeAt(const QPoint& point) const
{
    const LogRows::Row* under = rowUnder(point);
    if (under == nullptr)
        return {};
    const LogRows::Row& row = *under;
    const QFontMetrics metrics = viewport()->fontMetrics();
    const int x = point.x() - kLogMargin + horizontalScrollBar()->value();
    qsizetype low = 0;
    qsizetype high = row.text.size();
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        const int left = metrics.horizontalAdvance(row.text.left(middle));
        const int right = metrics.horizontalAdvance(row.text.left(middle + 1));
        if (x < (left + right) / 2)
            high = middle;
        else
            low = middle + 1;
    }
    return {row.place.begin, low};
}

void LogView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const LogPlace place = placeAt(event->position().toPoint());
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        m_selection.extendTo(place);
    else
        m_selection.begin(place);
    viewport()->update();
}

void LogView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    const QPoint point = event->position().toPoint();
    if (point.y() < 0)
        scrollRows(-1);
    else if (point.y() > viewport()->height())
        scrollRows(1);
    m_selection.extendTo(placeAt(point));
    viewport()->update();
}

void LogView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), this, &LogView::copy)->setEnabled(!m_selection.isEmpty());
    menu->addAction(tr("Go to the start"), this, [this] { moveTo(0); });
    menu->addAction(tr("Go to the end"), this, [this] { moveTo(size()); });
    menu->popup(event->globalPos());
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
    m_match = -1;
    viewport()->update();
}

void LogView::showMatch(qint64 offset)
{
    m_match = offset;
    moveRows([&] { m_rows.reveal(offset); });
}

qint64 LogView::searchOrigin(bool forward) const
{
    if (m_match < 0)
        return m_rows.top();
    return forward ? m_match + 1 : m_match;
}

QStringList LogView::visibleRows()
{
    QStringList rows;
    for (const LogRows::Row& row : m_rows.rows())
        rows.append(row.text);
    return rows;
}

} // namespace lockstep
