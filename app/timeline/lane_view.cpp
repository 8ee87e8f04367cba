// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_view.h"

#include "app/theme/keyboard_ring.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/lane_text.h"
#include "app/timeline/time_navigation.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// The closest look: a microsecond over some pixels.
constexpr double kMinSpanUs = 20;
/// Beside a step that fills the lanes, of its length.
constexpr double kMarginShare = 0.03;

} // namespace

LaneView::LaneView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    showKeyboardRing(*this);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setMinimumSize(300, 60);
    setAccessibleName(tr("Lanes of the ranks"));
}

void LaneView::setStore(const TimelineStore& store)
{
    m_store = &store;
    const StepSlot* shown = m_slots.nearest(m_fromUs);
    const std::optional<std::int64_t> step = shown ? std::optional(shown->step) : std::nullopt;
    const double into = shown ? m_fromUs - shown->atUs : 0;
    m_clocks = store.clocks();
    m_slots = StepSlots(store, m_clocks);
    if (m_choice && m_choice->lane >= store.ranks().size())
        m_choice.reset();
    updateScrollBar();
    if (m_follows)
        showLast();
    else if (const StepSlot* slot = step ? m_slots.find(*step) : nullptr)
        setWindow(slot->atUs + into, m_spanUs); // older steps have gone, so the axis has moved
    viewport()->update();
}

int LaneView::lanesWidth() const
{
    return viewport()->width() - kLaneNameWidth;
}

double LaneView::pixelOf(double us) const
{
    return kLaneNameWidth + (us - m_fromUs) / usPerPixel();
}

double LaneView::usAt(double pixel) const
{
    return m_fromUs + (pixel - kLaneNameWidth) * usPerPixel();
}

void LaneView::setWindow(double fromUs, double spanUs)
{
    const double whole = std::max(kMinSpanUs, m_slots.lengthUs() * (1 + 2 * kMarginShare));
    m_spanUs = std::clamp(spanUs, kMinSpanUs, whole);
    const double margin = m_slots.lengthUs() * kMarginShare;
    m_fromUs = std::clamp(fromUs, -margin, std::max(-margin, m_slots.lengthUs() + margin - m_spanUs));
    viewport()->update();
}

void LaneView::zoom(double factor, double aroundPixel)
{
    m_follows = false;
    const double around = usAt(aroundPixel);
    const double span = std::max(kMinSpanUs, m_spanUs * factor);
    setWindow(around - (around - m_fromUs) * span / m_spanUs, span);
}

void LaneView::zoomIn()
{
    zoom(1 / kTimeZoomStep, kLaneNameWidth + lanesWidth() / 2.0);
}

void LaneView::zoomOut()
{
    zoom(kTimeZoomStep, kLaneNameWidth + lanesWidth() / 2.0);
}

void LaneView::showAll()
{
    m_follows = false;
    const double length = m_slots.lengthUs();
    setWindow(-length * kMarginShare, length * (1 + 2 * kMarginShare));
}

void LaneView::showLast()
{
    if (!m_slots.all().empty())
        fitSlot(lastWhole());
    m_follows = true;
}

/// The last step that all ranks tell, if one of the last is: where their strides differ for a while, one
/// tells a step that another does not, and its lane would be empty. REQUIRES: there is a slot.
const StepSlot& LaneView::lastWhole() const
{
    constexpr std::ptrdiff_t kMostBack = 32;
    const auto& all = m_slots.all();
    const auto first = all.end() - std::min<std::ptrdiff_t>(kMostBack, std::ssize(all));
    for (auto slot = all.end(); slot != first;) {
        --slot;
        std::size_t lane = 0;
        while (lane < m_store->ranks().size() && told(lane, slot->step) != nullptr)
            ++lane;
        if (lane == m_store->ranks().size())
            return *slot;
    }
    return all.back();
}

void LaneView::fitSlot(const StepSlot& slot)
{
    m_follows = false;
    setWindow(slot.atUs - slot.lengthUs * kMarginShare, slot.lengthUs * (1 + 2 * kMarginShare));
}

void LaneView::stepBy(int steps)
{
    if (m_slots.all().empty())
        return;
    const std::int64_t step = m_choice ? m_choice->step : m_slots.nearest(m_fromUs + m_spanUs / 2)->step;
    const auto place = std::ranges::lower_bound(m_slots.all(), step, {}, &StepSlot::step);
    const auto last = static_cast<std::ptrdiff_t>(m_slots.all().size()) - 1;
    const auto index = std::clamp<std::ptrdiff_t>(place - m_slots.all().begin() + steps, 0, last);
    const StepSlot& slot = m_slots.all()[static_cast<std::size_t>(index)];
    fitSlot(slot);
    choose(m_choice ? m_choice->lane : 0, slot.step);
}

void LaneView::choose(std::size_t lane, std::int64_t step)
{
    m_choice = Choice{lane, step};
    m_follows = false; // a newer step must not take away what a person looks at
    const int top = static_cast<int>(lane) * kLaneHeight;
    const int page = viewport()->height() - kLaneHeaderHeight;
    if (top < verticalScrollBar()->value())
        verticalScrollBar()->setValue(top);
    else if (top + kLaneHeight > verticalScrollBar()->value() + page)
        verticalScrollBar()->setValue(top + kLaneHeight - page);
    const StepSlot* slot = m_slots.find(step);
    const QString text = slot == nullptr ? QString() : describe(lane, *slot, std::nan(""));
    setAccessibleDescription(text);
    emit pointedAt(text);
    viewport()->update();
}

void LaneView::chooseLane(int by)
{
    if (m_store == nullptr || m_store->ranks().empty() || m_slots.all().empty())
        return;
    const auto last = static_cast<int>(m_store->ranks().size()) - 1;
    const int lane = std::clamp(m_choice ? static_cast<int>(m_choice->lane) + by : 0, 0, last);
    choose(static_cast<std::size_t>(lane),
           m_choice ? m_choice->step : m_slots.nearest(m_fromUs + m_spanUs / 2)->step);
}

void LaneView::tellChoice()
{
    if (!m_choice)
        return;
    if (const ToldStep* step = told(m_choice->lane, m_choice->step))
        emit momentChosen(momentOf(m_choice->lane, *step));
}

void LaneView::showMoment(const Moment& moment)
{
    if (m_store == nullptr || m_slots.all().empty())
        return;
    const auto lane = std::ranges::find(m_store->ranks(), moment.rank, &RankTimeline::rank);
    if (lane == m_store->ranks().end())
        return;
    std::int64_t step = m_choice ? m_choice->step : m_slots.all().back().step;
    if (moment.step > 0) {
        const auto place = std::ranges::lower_bound(m_slots.all(), moment.step - 1, {}, &StepSlot::step);
        const StepSlot& slot = place == m_slots.all().end() ? m_slots.all().back() : *place;
        step = slot.step;
        // What is in sight already stays where it is.
        if (slot.atUs < m_fromUs || slot.atUs + slot.lengthUs > m_fromUs + m_spanUs)
            fitSlot(slot);
    }
    choose(static_cast<std::size_t>(lane - m_store->ranks().begin()), step);
}

void LaneView::updateScrollBar()
{
    const int height = m_store == nullptr ? 0 : static_cast<int>(m_store->ranks().size()) * kLaneHeight;
    const int page = std::max(0, viewport()->height() - kLaneHeaderHeight);
    verticalScrollBar()->setRange(0, std::max(0, height - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(kLaneHeight);
}

std::optional<std::size_t> LaneView::laneAt(int y) const
{
    if (m_store == nullptr || y < kLaneHeaderHeight)
        return {};
    const auto lane =
        static_cast<std::size_t>((y - kLaneHeaderHeight + verticalScrollBar()->value()) / kLaneHeight);
    return lane < m_store->ranks().size() ? std::optional(lane) : std::nullopt;
}

const ToldStep* LaneView::told(std::size_t lane, std::int64_t step) const
{
    const auto& steps = m_store->ranks()[lane].steps;
    const auto found =
        std::ranges::lower_bound(steps, step, {}, [](const ToldStep& one) { return one.timeline.step; });
    return found != steps.end() && found->timeline.step == step ? &*found : nullptr;
}

/// The wall time is the rank's own: its log is written by that clock.
Moment LaneView::momentOf(std::size_t lane, const ToldStep& step) const
{
    return {m_store->ranks()[lane].rank, step.timeline.step + 1,
            (step.timeline.startNs + step.wallMinusMonotonicNs) / 1'000'000};
}

QString LaneView::describe(std::size_t lane, const StepSlot& slot, double us) const
{
    const ToldStep* step = told(lane, slot.step);
    const RankTimeline& rank = m_store->ranks()[lane];
    if (step == nullptr)
        return laneText(rank, slot.step);
    return laneText(rank, *step, us - beginOnAxis(slot, *step, m_clocks[lane]));
}

QString LaneView::textAt(const QPoint& position) const
{
    const auto lane = laneAt(position.y());
    if (!lane || position.x() < kLaneNameWidth)
        return {};
    const double us = usAt(position.x());
    const StepSlot* slot = m_slots.nearest(us);
    return slot == nullptr ? QString() : describe(*lane, *slot, us);
}

void LaneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

void LaneView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Lanes of the ranks"));
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        viewport()->update();
}

} // namespace lockstep
