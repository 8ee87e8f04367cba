// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_finder.h"

#include "app/logs/log_match_model.h"
#include "app/logs/log_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

constexpr int kListHeight = 120;
/// Until a search has ended, its list is not made anew with more lines than these.
constexpr std::size_t kLiveRows = 5000;

} // namespace

struct LogFinder::State {
    State(LogFinder* finder, LogView& logView)
        : view(logView), text(new QLineEdit(finder)), matchCase(new QToolButton(finder)),
          pattern(new QToolButton(finder)), previous(new QToolButton(finder)), next(new QToolButton(finder)),
          notice(new QLabel(finder)), showList(new QToolButton(finder)), list(new QTableView), search(finder)
    {
    }

    LogView& view;
    QLineEdit* text;
    QToolButton* matchCase;
    QToolButton* pattern;
    QToolButton* previous;
    QToolButton* next;
    QLabel* notice;
    QToolButton* showList;
    QTableView* list;
    LogMatchModel model;
    LogSearch search;
    LogLevel least = LogLevel::Debug;
    QString error;                      ///< in the regular expression
    std::optional<std::size_t> current; ///< the match shown last
    bool isWanted = false;              ///< the first match is to be shown
};

LogFinder::LogFinder(LogView& view, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(this, view))
{
    build();
    buildList();
    retranslate();
    State& state = *m_state;
    connect(state.text, &QLineEdit::textChanged, this, &LogFinder::search);
    connect(state.text, &QLineEdit::returnPressed, this, [this] { show(true); });
    connect(state.next, &QToolButton::clicked, this, [this] { show(true); });
    connect(state.previous, &QToolButton::clicked, this, [this] { show(false); });
    for (QToolButton* option : {state.matchCase, state.pattern})
        connect(option, &QToolButton::toggled, this, &LogFinder::search);
    connect(state.showList, &QToolButton::toggled, this, [this](bool isShown) {
        m_state->list->setVisible(isShown);
        if (m_state->current)
            showMatch(*m_state->current); // the view has another height now
    });
    connect(&state.search, &LogSearch::extended, this, &LogFinder::showFound);
    connect(&state.search, &LogSearch::finished, this, &LogFinder::showFound);
    const auto follow = [this](const QModelIndex& index) {
        if (index.isValid())
            showMatch(static_cast<std::size_t>(index.row()));
    };
    connect(state.list, &QTableView::clicked, this, follow);
    connect(state.list, &QTableView::activated, this, follow);
}

LogFinder::~LogFinder() = default;

void LogFinder::build()
{
    State& state = *m_state;
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    state.text->setClearButtonEnabled(true);
    state.text->setMaxLength(static_cast<int>(LogMatcher::kMostQuery) / 4);
    state.text->setMaximumWidth(300);
    state.previous->setArrowType(Qt::UpArrow);
    state.next->setArrowType(Qt::DownArrow);
    state.matchCase->setText(QStringLiteral("Aa"));
    state.pattern->setText(QStringLiteral(".*"));
    for (QToolButton* button : {state.matchCase, state.pattern, state.showList})
        button->setCheckable(true);
    for (QToolButton* button : {state.matchCase, state.pattern, state.previous, state.next, state.showList})
        button->setAutoRaise(true);
    state.notice->setProperty("muted", true);
    state.notice->setMinimumWidth(10);
    layout->addWidget(state.text, 3);
    for (QToolButton* button : {state.matchCase, state.pattern, state.previous, state.next})
        layout->addWidget(button);
    layout->addWidget(state.notice, 1);
    layout->addWidget(state.showList);
}

void LogFinder::buildList()
{
    QTableView& list = *m_state->list;
    list.setModel(&m_state->model);
    list.setSelectionBehavior(QAbstractItemView::SelectRows);
    list.setSelectionMode(QAbstractItemView::SingleSelection);
    list.setShowGrid(false);
    list.setWordWrap(false);
    list.setFrameShape(QFrame::NoFrame);
    list.setMinimumHeight(kListHeight);
    list.setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // the text is what matters
    list.verticalHeader()->hide();
    list.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    list.verticalHeader()->setDefaultSectionSize(list.fontMetrics().height() + 6);
    list.horizontalHeader()->setStretchLastSection(true);
    list.horizontalHeader()->resizeSection(LogMatchModel::Rank,
                                           list.fontMetrics().horizontalAdvance(u'0') * 8);
    list.hide();
}

void LogFinder::retranslate()
{
    State& state = *m_state;
    state.text->setPlaceholderText(tr("Search the logs"));
    state.text->setAccessibleName(tr("Search the logs"));
    constexpr int kButton = 48; // with the button that clears it
    state.text->setMinimumWidth(state.text->fontMetrics().horizontalAdvance(state.text->placeholderText()) +
                                kButton);
    state.matchCase->setToolTip(tr("Capital and small letters differ"));
    state.matchCase->setAccessibleName(tr("Capital and small letters differ"));
    state.pattern->setToolTip(tr("The text is a regular expression"));
    state.pattern->setAccessibleName(tr("The text is a regular expression"));
    state.previous->setToolTip(tr("Previous match"));
    state.previous->setAccessibleName(tr("Previous match"));
    state.next->setToolTip(tr("Next match"));
    state.next->setAccessibleName(tr("Next match"));
    state.showList->setText(tr("List"));
    state.showList->setToolTip(tr("List every line that was found"));
    state.list->setAccessibleName(tr("Lines that were found"));
    updateNotice();
}

void LogFinder::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

QWidget* LogFinder::list() const
{
    return m_state->list;
}

void LogFinder::begin()
{
    m_state->text->setFocus();
    m_state->text->selectAll();
}

void LogFinder::setLogs(LogLevel least)
{
    m_state->least = least;
    search();
    m_state->isWanted = false;
}

/// Begins anew with what is asked for now.
void LogFinder::search()
{
    State& state = *m_state;
    const LogQuery query{state.text->text(), state.pattern->isChecked(), state.matchCase->isChecked()};
    const LogMatcher matcher(query);
    state.error = matcher.error();
    state.current.reset();
    state.isWanted = true;
    state.view.setHighlight(matcher.isValid() ? matcher.pattern() : QRegularExpression());
    state.model.setMatches({}, {});
    if (matcher.isValid())
        state.search.start(state.view.sources(), query, state.least);
    else
        state.search.clear();
    updateNotice();
}

void LogFinder::showFound()
{
    State& state = *m_state;
    const std::vector<LogMatch>& matches = state.search.matches();
    const bool isDone = !state.search.isRunning();
    const auto rows = static_cast<std::size_t>(state.model.rowCount());
    if (matches.size() != rows && (isDone || matches.size() < kLiveRows))
        state.model.setMatches(state.view.sources(), matches);
    state.list->setColumnHidden(LogMatchModel::Rank, state.view.sources().size() < 2);
    if (state.isWanted && isDone && !matches.empty())
        show(true);
    updateNotice();
}

/// The next or the previous match, around the end; the first one from what is in view.
void LogFinder::show(bool forward)
{
    State& state = *m_state;
    const std::vector<LogMatch>& matches = state.search.matches();
    if (matches.empty()) {
        if (!state.search.isRunning())
            search();
        return;
    }
    const std::size_t count = matches.size();
    if (state.current && *state.current < count)
        return showMatch((*state.current + (forward ? 1 : count - 1)) % count);
    const std::optional<LogLine> line = state.view.currentLine();
    std::size_t first = 0;
    if (line && state.view.sources().size() == 1) {
        const auto behind = std::ranges::lower_bound(matches, line->offset, {}, &LogMatch::offset);
        first = static_cast<std::size_t>(behind - matches.begin());
    } else if (const std::optional<qint64> time = state.view.currentTime()) {
        const auto behind = std::ranges::lower_bound(matches, *time, {}, &LogMatch::time);
        first = static_cast<std::size_t>(behind - matches.begin());
    }
    showMatch((first + (forward ? 0 : count - 1)) % count);
}

void LogFinder::showMatch(std::size_t number)
{
    State& state = *m_state;
    const std::vector<LogMatch>& matches = state.search.matches();
    if (number >= matches.size())
        return;
    state.isWanted = false;
    state.current = number;
    state.view.showPlace(matches[number].source, matches[number].offset);
    if (static_cast<int>(number) < state.model.rowCount()) {
        const QModelIndex row = state.model.index(static_cast<int>(number), LogMatchModel::Text);
        state.list->selectRow(row.row());
        state.list->scrollTo(row);
    }
    updateNotice();
}

void LogFinder::updateNotice()
{
    State& state = *m_state;
    QString text;
    const QLocale locale;
    const qint64 count = state.search.count();
    if (!state.error.isEmpty())
        text = tr("No regular expression: %1").arg(state.error);
    else if (state.text->text().isEmpty())
        text.clear();
    else if (state.search.isRunning())
        text = tr("%1 found, %2 %").arg(locale.toString(count)).arg(int(state.search.progress() * 100));
    else if (count == 0)
        text = tr("Not found");
    else if (state.current)
        text = tr("%1 of %2").arg(locale.toString(qint64(*state.current) + 1), locale.toString(count));
    else
        text = tr("%1 found").arg(locale.toString(count));
    state.notice->setText(text);
    QStringList counts;
    for (int i = 0; i < state.view.sources().size() && state.view.sources().size() > 1; ++i) {
        if (const qint64 in = state.search.countIn(i); in > 0)
            counts.append(tr("Rank %1: %2").arg(state.view.sources()[i].rank).arg(locale.toString(in)));
    }
    state.notice->setToolTip(counts.isEmpty() ? text : counts.join(u'\n'));
}

} // namespace lockstep
