// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_panel.h"

#include "app/logs/log_choice.h"
#include "app/logs/log_finder.h"
#include "app/logs/log_goal.h"
#include "app/logs/log_view.h"
#include "app/theme/reading_order.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

/// Logs of supervisors grow without a signal.
constexpr int kPollMs = 500;
constexpr int kLeastViewHeight = 48; ///< pixels: three lines or so
/// While workers look through logs.
constexpr int kReadingMs = 100;
/// What is read sooner says nothing of it: the text below would only jump.
constexpr int kLongReadingMs = 400;
const auto kWrap = QLatin1String("runs/wrapLog");

} // namespace

struct LogPanel::State {
    explicit State(LogPanel* panel)
        : choice(new LogChoice(panel)), view(new LogView(panel)), finder(new LogFinder(*view, panel)),
          notice(new QLabel(panel)), goTo(new QToolButton(panel)), wrap(new QToolButton(panel)),
          follow(new QToolButton(panel)), timer(panel)
    {
    }

    LogChoice* choice;
    LogView* view;
    LogFinder* finder;
    QLabel* notice;
    QToolButton* goTo;
    QToolButton* wrap;
    QToolButton* follow;
    QTimer timer;
    QElapsedTimer reading; ///< since the logs that are shown are looked through
    LogFilter filter;      ///< of what is shown
    bool isComplete = false;
    QString answer;               ///< to what was asked for last; empty: it is shown
    std::optional<qint64> wanted; ///< the time that is to be shown, while the logs are read
};

LogPanel::LogPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    State& state = *m_state;
    connect(state.choice, &LogChoice::changed, this, &LogPanel::showChosen);
    connect(state.goTo, &QToolButton::clicked, this, &LogPanel::askForGoal);
    connect(state.wrap, &QToolButton::toggled, this, [this](bool wraps) {
        QSettings().setValue(kWrap, wraps);
        m_state->view->setWraps(wraps);
    });
    connect(state.follow, &QToolButton::clicked, state.view, &LogView::setFollowing);
    connect(state.view, &LogView::followingChanged, state.follow, &QToolButton::setChecked);
    connect(state.view, &LogView::lineActivated, this, &LogPanel::chooseMoment);
    connect(&state.timer, &QTimer::timeout, this, &LogPanel::poll);
    state.timer.start(kPollMs);
}

LogPanel::~LogPanel() = default;

void LogPanel::build()
{
    State& state = *m_state;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 2);
    bar->setSpacing(4);
    state.notice->setProperty("muted", true);
    state.notice->setContentsMargins(8, 0, 8, 4);
    state.notice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    state.notice->hide();
    state.wrap->setCheckable(true);
    state.wrap->setChecked(QSettings().value(kWrap, true).toBool());
    state.view->setWraps(state.wrap->isChecked());
    state.follow->setCheckable(true);
    state.follow->setChecked(true);
    bar->addWidget(state.choice);
    bar->addStretch(1);
    for (QToolButton* button : {state.goTo, state.wrap, state.follow})
        button->setAutoRaise(true);
    bar->addWidget(state.wrap);
    bar->addWidget(state.follow);
    layout->addLayout(bar);
    auto* search = new QHBoxLayout;
    search->setContentsMargins(8, 0, 8, 6);
    search->setSpacing(6);
    search->addWidget(state.finder, 1);
    search->addWidget(state.goTo);
    layout->addLayout(search);
    layout->addWidget(state.notice);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    state.view->setMinimumHeight(kLeastViewHeight);
    parts->addWidget(state.view);
    parts->addWidget(state.finder->list());
    parts->setStretchFactor(0, 1);
    layout->addWidget(parts, 1);
    setReadingOrder(
        {state.choice, state.wrap, state.follow, state.finder, state.goTo, state.view, state.finder->list()});
    retranslate();
    addShortcuts();
}

void LogPanel::addShortcuts()
{
    const auto add = [this](const QKeySequence& keys, auto act) {
        auto* shortcut = new QShortcut(keys, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    add(QKeySequence::Find, [this] { m_state->finder->begin(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_G), [this] { askForGoal(); });
}

void LogPanel::retranslate()
{
    State& state = *m_state;
    state.goTo->setText(tr("Go to…"));
    state.goTo->setToolTip(tr("Go to a line by its number, or to a time (%1)")
                               .arg(QKeySequence(Qt::CTRL | Qt::Key_G).toString(QKeySequence::NativeText)));
    state.wrap->setText(tr("Wrap"));
    state.wrap->setToolTip(tr("Go on with long lines in the next row"));
    state.follow->setText(tr("Follow"));
    state.follow->setToolTip(tr("Stay at the end while the log grows"));
    state.view->setAccessibleName(tr("Log"));
    state.view->setEmptyText(!state.filter.takesAll() ? tr("No line passes the filter.")
                             : state.isComplete       ? tr("Nothing was written here.")
                                                : tr("What this rank writes appears here, line by line."));
}

void LogPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

void LogPanel::setFolder(const RunFolder& folder)
{
    m_state->choice->setFolder(folder);
}

void LogPanel::setLogs(const QVector<LogSource>& logs, const QString& name)
{
    m_state->choice->setLogs(logs, name);
}

void LogPanel::showAttempt(int attempt)
{
    m_state->choice->showAttempt(attempt);
}

void LogPanel::setComplete(bool isComplete)
{
    if (std::exchange(m_state->isComplete, isComplete) != isComplete)
        retranslate();
}

void LogPanel::showRank(int rank)
{
    m_state->choice->showRank(rank);
}

void LogPanel::showEnd(int rank)
{
    showRank(rank);
    m_state->view->setFollowing(true);
    m_state->view->setFocus();
}

void LogPanel::showChosen()
{
    State& state = *m_state;
    const QVector<LogSource> sources = state.choice->sources();
    const LogFilter filter = state.choice->filter();
    if (sources == state.view->sources() && filter == state.filter)
        return;
    state.filter = filter;
    state.answer.clear();
    retranslate();
    state.view->setLogs(sources, filter);
    state.finder->setLogs(filter.least);
    poll();
}

void LogPanel::poll()
{
    State& state = *m_state;
    if (isVisible())
        state.view->refresh();
    showWanted();
    const double known = state.view->known();
    state.timer.setInterval(known < 1 ? kReadingMs : kPollMs);
    if (known >= 1)
        state.reading.invalidate();
    else if (!state.reading.isValid())
        state.reading.start();
    const bool isLong = state.reading.isValid() && state.reading.elapsed() >= kLongReadingMs;
    say(isLong ? tr("Reading: %1 %").arg(static_cast<int>(known * 100)) : state.answer);
}

/// A row of its own, which a narrow panel has room for, too; empty: none.
void LogPanel::say(const QString& text)
{
    m_state->notice->setText(text);
    m_state->notice->setVisible(!text.isEmpty());
}

void LogPanel::extended(int rank)
{
    const QVector<LogSource>& sources = m_state->view->sources();
    if (isVisible() && sources.size() == 1 && sources.front().rank == rank)
        m_state->view->refresh();
}

void LogPanel::askForGoal()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Go to"));
    dialog->setLabelText(tr("The number of a line, or a time like 14:05:30 or 2026-11-21 14:05:30:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &LogPanel::goTo);
    dialog->open();
}

void LogPanel::goTo(const QString& text)
{
    State& state = *m_state;
    const QDateTime now = QDateTime::currentDateTime();
    const std::optional<qint64> shown = state.view->currentTime();
    const QDate day = shown ? QDateTime::fromMSecsSinceEpoch(*shown / 1000, Qt::UTC).date() : now.date();
    const std::optional<LogGoal> goal = logGoal(text, day);
    bool isThere = false;
    if (goal && std::holds_alternative<LogLineNumber>(*goal))
        isThere = state.view->showLine(std::get<LogLineNumber>(*goal).number);
    else if (goal)
        isThere = state.view->showTime(std::get<LogWallTime>(*goal).microseconds);
    state.answer = isThere ? QString()
                   : goal  ? tr("There is no such line yet")
                           : tr("Neither a line nor a time");
    say(state.answer);
}

void LogPanel::showMoment(const Moment& moment)
{
    State& state = *m_state;
    if (state.view->sources().size() == 1 && moment.rank >= 0)
        showRank(moment.rank);
    if (moment.wallMs >= 0)
        state.wanted = wallMicroseconds(QDateTime::fromMSecsSinceEpoch(moment.wallMs));
    showWanted();
}

/// Again and again until the whole log is known: the line may come later.
void LogPanel::showWanted()
{
    State& state = *m_state;
    if (!state.wanted)
        return;
    state.view->showTime(*state.wanted);
    if (state.view->known() >= 1)
        state.wanted.reset();
}

void LogPanel::chooseMoment()
{
    State& state = *m_state;
    const std::optional<LogLine> line = state.view->currentLine();
    const std::optional<qint64> time = state.view->currentTime();
    if (!line || !time)
        return;
    Moment moment;
    moment.rank = state.view->sources().value(line->source).rank;
    moment.wallMs = momentOf(*time, QDateTime::currentDateTime()).toMSecsSinceEpoch();
    emit momentChosen(moment);
}

} // namespace lockstep
