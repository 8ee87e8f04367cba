// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/heat_map.h"

#include "app/text/number_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/timeline/heat_colors.h"
#include "app/timeline/heat_map_layout.h"
#include "app/timeline/time_navigation.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int kRefreshMs = 200;
constexpr int kSliceMs = 8; ///< of a frame's 16, so that the rest of the page has its turn
constexpr double kMinSteps = 8;

} // namespace

HeatMap::HeatMap(const MetricStore& store, QWidget* parent) : QWidget(parent), m_store(store)
{
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
    setMouseTracking(true);
    setMinimumSize(300, 60);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_work ? m_timer.start() : refresh(); // a picture that is begun anew each time would never be whole
    });
    m_slices.setSingleShot(true);
    connect(&m_slices, &QTimer::timeout, this, &HeatMap::goOn);
    connect(&store, &MetricStore::extended, this, [this] {
        if (isVisible() && !m_timer.isActive())
            m_timer.start();
    });
    nameForReaders();
}

void HeatMap::nameForReaders()
{
    setAccessibleName(tr("Heat map of ranks and steps"));
}

void HeatMap::setValue(HeatValue value)
{
    m_value = value;
    refresh();
}

QRect HeatMap::area() const
{
    return rect().adjusted(kHeatLeft, kHeatTop, -kHeatRight, -kHeatBottom);
}

double HeatMap::lastStep() const
{
    double last = 1;
    for (const int rank : m_ranks) {
        const Series* series = m_store.table().find(Metric::StepSeconds, rank);
        if (series != nullptr && !series->empty())
            last = std::max(last, static_cast<double>(series->key(series->size() - 1)));
    }
    return last;
}

void HeatMap::refresh()
{
    const qreal ratio = devicePixelRatioF();
    const QSize size = (QSizeF(area().size()) * ratio).toSize();
    m_ranks = m_store.table().ranks(Metric::StepSeconds);
    m_work.reset();
    if (m_choice && m_choice->rank >= m_ranks.size())
        m_choice.reset();
    update();
    if (m_ranks.isEmpty() || size.isEmpty()) {
        m_image = {};
        return;
    }
    if (m_showsAll) {
        m_lower = 1;
        m_upper = std::max(lastStep() + 1, 1 + kMinSteps);
    }
    const auto rows = static_cast<std::size_t>(std::min<qsizetype>(m_ranks.size(), size.height()));
    const auto columns = static_cast<std::size_t>(std::min<double>(size.width(), m_upper - m_lower));
    m_work.emplace(HeatWindow{m_value, m_ranks, m_lower, m_upper, rows, columns});
    goOn();
}

/// Works for a while at the next picture; meanwhile the last one is shown, at its place.
void HeatMap::goOn()
{
    if (!m_work)
        return;
    if (!m_work->advance(m_store.table(), QDeadlineTimer(kSliceMs)))
        return m_slices.start(0);
    const HeatGrid grid = m_work->take();
    m_range = heatRange(grid);
    m_image = heatImage(grid, m_range);
    m_imageLower = m_work->window().lower;
    m_imageUpper = m_work->window().upper;
    m_work.reset();
    update();
}

void HeatMap::setWindow(double lower, double upper)
{
    const double end = std::max(lastStep() + 1, 1 + kMinSteps);
    const double span = std::clamp(upper - lower, kMinSteps, end - 1);
    // Whole steps, so that each has columns of its own where there are more pixels than steps.
    m_lower = std::floor(std::clamp(lower, 1.0, end - span));
    m_upper = std::ceil(m_lower + span);
    m_showsAll = false;
    refresh();
}

void HeatMap::zoom(double factor, double aroundPixel)
{
    const double around = std::clamp(stepAt(aroundPixel), m_lower, m_upper);
    const double span = std::max(kMinSteps, (m_upper - m_lower) * factor);
    const double lower = around - (around - m_lower) * span / (m_upper - m_lower);
    setWindow(lower, lower + span);
}

void HeatMap::zoomIn()
{
    zoom(1 / kTimeZoomStep, area().center().x());
}

void HeatMap::zoomOut()
{
    zoom(kTimeZoomStep, area().center().x());
}

void HeatMap::showAll()
{
    m_showsAll = true;
    refresh();
}

double HeatMap::stepAt(double pixel) const
{
    return m_lower + (pixel - area().left()) * (m_upper - m_lower) / std::max(1, area().width());
}

std::optional<HeatMap::Choice> HeatMap::choiceAt(const QPointF& position) const
{
    if (m_image.isNull() || !QRectF(area()).contains(position))
        return {};
    const double share = (position.y() - area().top()) / area().height();
    const auto rank = static_cast<qsizetype>(share * static_cast<double>(m_ranks.size()));
    return Choice{std::min(rank, m_ranks.size() - 1),
                  static_cast<std::int64_t>(std::floor(stepAt(position.x())))};
}

QString HeatMap::describe(const Choice& choice) const
{
    const int rank = m_ranks[choice.rank];
    const auto at = [&](Metric metric) -> std::optional<float> {
        const Series* series = m_store.table().find(metric, rank);
        if (series == nullptr)
            return {};
        const std::size_t index = series->lowerBound(static_cast<double>(choice.step));
        return index < series->size() ? std::optional(series->value(index)) : std::nullopt;
    };
    const auto whole = at(Metric::StepSeconds);
    const auto waiting = at(Metric::NetworkSeconds);
    if (!whole || !waiting)
        return {};
    return tr("Rank %1, step %2: %3, of which %4 waiting for others and %5 own work")
        .arg(QLocale().toString(rank), QLocale().toString(qlonglong{choice.step}), stepTimeText(*whole),
             stepTimeText(*waiting), stepTimeText(*whole - *waiting));
}

QString HeatMap::textAt(const QPointF& position) const
{
    const auto choice = choiceAt(position);
    return choice ? describe(*choice) : QString();
}

void HeatMap::choose(const Choice& choice)
{
    m_choice = choice;
    if (static_cast<double>(choice.step) < m_lower || static_cast<double>(choice.step) >= m_upper) {
        const double half = (m_upper - m_lower) / 2;
        setWindow(static_cast<double>(choice.step) - half, static_cast<double>(choice.step) + half);
    }
    const QString text = describe(choice);
    setAccessibleDescription(text);
    emit pointedAt(text);
    update();
}

void HeatMap::tellChoice()
{
    if (m_choice)
        emit momentChosen(m_store.table().completed({m_ranks[m_choice->rank], m_choice->step}));
}

void HeatMap::showMoment(const Moment& moment)
{
    const qsizetype rank = m_ranks.indexOf(moment.rank);
    if (rank < 0)
        return;
    const std::int64_t step = moment.step > 0 ? moment.step
                              : m_choice      ? m_choice->step
                                              : static_cast<std::int64_t>(m_lower);
    choose({rank, step});
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    m_pressedLower = m_lower;
    m_isDragged = false;
}

void HeatMap::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed || !event->buttons().testFlag(Qt::LeftButton)) {
        emit pointedAt(textAt(event->position()));
        return;
    }
    const int moved = event->pos().x() - m_pressed->x();
    m_isDragged = m_isDragged || std::abs(moved) >= QApplication::startDragDistance();
    if (!m_isDragged)
        return;
    const double span = m_upper - m_lower;
    const double lower = m_pressedLower - moved * span / std::max(1, area().width());
    setWindow(lower, lower + span);
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_isDragged && event->button() == Qt::LeftButton;
    m_pressed.reset();
    const auto choice = isClick ? choiceAt(event->position()) : std::nullopt;
    if (!choice)
        return;
    choose(*choice);
    tellChoice();
}

void HeatMap::wheelEvent(QWheelEvent* event)
{
    zoom(std::pow(kTimeZoomStep, -event->angleDelta().y() / 120.0), event->position().x());
    event->accept();
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    const auto move = [this](qsizetype ranks, double columns) {
        if (m_ranks.isEmpty())
            return;
        const Choice from = m_choice.value_or(Choice{0, static_cast<std::int64_t>(m_lower)});
        const double steps = columns * std::max(1.0, (m_upper - m_lower) * kTimePanStep / 5);
        choose({std::clamp<qsizetype>(from.rank + ranks, 0, m_ranks.size() - 1),
                std::clamp<std::int64_t>(from.step + std::llround(steps), 1,
                                         static_cast<std::int64_t>(lastStep()))});
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(0, -1);
    case Qt::Key_Right:
        return move(0, 1);
    case Qt::Key_Up:
        return move(-1, 0);
    case Qt::Key_Down:
        return move(1, 0);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return tellChoice();
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeatMap::leaveEvent(QEvent*)
{
    emit pointedAt({});
}

void HeatMap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        nameForReaders();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        update();
}

void HeatMap::resizeEvent(QResizeEvent*)
{
    refresh();
}

void HeatMap::showEvent(QShowEvent*)
{
    refresh();
}

} // namespace lockstep
