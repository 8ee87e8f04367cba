// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_choice.h"

#include "app/text/inert_text.h"
#include "engine/protocol/process_placement.h"

#include <QActionGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <set>

namespace lockstep {

namespace {

// Of an entry of the chooser; its data is the path.
constexpr int kRankRole = Qt::UserRole + 1; ///< see Entry
constexpr int kHostRole = Qt::UserRole + 2; ///< the name of a host
enum Entry { HostEntry = -1, AllRanks = -2 };

constexpr std::array kLevels = {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error};

// Pixels.
constexpr int kMostLeast = 130;
constexpr int kMostLeastBeside = 96; ///< where the ranks are named beside it
constexpr int kSpacing = 4;

/// What is in it can be read where there is little room, too. (A box that was empty at first keeps the least
/// width of an empty one.)
void keepReadable(QComboBox& box, int most)
{
    box.setMinimumWidth(std::min(box.sizeHint().width(), most));
}

} // namespace

std::optional<QVector<int>> ranksNamed(const QString& text, int count)
{
    std::set<int> ranks;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        const QStringList ends = part.split(u'-');
        bool isFirst = false;
        bool isLast = false;
        const int first = ends.front().trimmed().toInt(&isFirst);
        const int last = ends.back().trimmed().toInt(&isLast);
        if (ends.size() > 2 || !isFirst || !isLast || first < 0 || last < first)
            return std::nullopt;
        for (int rank = first; rank <= std::min(last, count - 1); ++rank)
            ranks.insert(rank);
    }
    if (text.trimmed().isEmpty()) {
        for (int rank = 0; rank < count; ++rank)
            ranks.insert(rank);
    }
    if (ranks.empty())
        return std::nullopt;
    return QVector<int>(ranks.begin(), ranks.end());
}

struct LogChoice::State {
    explicit State(LogChoice* choice)
        : attempts(new QComboBox(choice)), chooser(new QComboBox(choice)), some(new QLineEdit(choice)),
          filter(new QToolButton(choice)), levels(new QActionGroup(choice)), fold(new QAction(choice))
    {
    }

    // In the order in which they are read.
    QComboBox* attempts; ///< data: number, the newest first; hidden where there is one alone
    QComboBox* chooser;
    QLineEdit* some; ///< which of all ranks; hidden unless all are chosen
    QToolButton* filter;
    QActionGroup* levels; ///< by kLevels
    QAction* fold;
    QVector<LogSource> ranks;
    QString name; ///< of the only log that is no run's; else empty
    std::optional<RunFolder> folder;
};

LogChoice::LogChoice(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    buildFilter();
    retranslate();
    State& state = *m_state;
    connect(state.chooser, &QComboBox::currentIndexChanged, this, &LogChoice::choose);
    connect(state.attempts, &QComboBox::currentIndexChanged, this, &LogChoice::fillLogs);
    connect(state.some, &QLineEdit::editingFinished, this, &LogChoice::choose);
    connect(state.levels, &QActionGroup::triggered, this, &LogChoice::choose);
    connect(state.fold, &QAction::toggled, this, &LogChoice::choose);
}

LogChoice::~LogChoice() = default;

void LogChoice::build()
{
    State& state = *m_state;
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    for (QComboBox* box : {state.chooser, state.attempts})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    state.chooser->setObjectName(QStringLiteral("logChooser"));
    state.attempts->hide();
    state.some->hide();
    state.some->setMaxLength(200);
    state.some->setMaximumWidth(110);
    layout->addWidget(state.attempts);
    layout->addWidget(state.chooser);
    layout->addWidget(state.some);
    layout->addWidget(state.filter);
}

void LogChoice::buildFilter()
{
    State& state = *m_state;
    auto* menu = new QMenu(state.filter);
    for (std::size_t i = 0; i < kLevels.size(); ++i) {
        QAction* level = menu->addAction(QString());
        level->setCheckable(true);
        level->setChecked(i == 0);
        state.levels->addAction(level);
    }
    menu->addSeparator();
    state.fold->setCheckable(true);
    menu->addAction(state.fold);
    state.filter->setMenu(menu);
    state.filter->setPopupMode(QToolButton::InstantPopup);
    state.filter->setAutoRaise(true);
    state.filter->setObjectName(QStringLiteral("logFilter"));
}

void LogChoice::retranslate()
{
    State& state = *m_state;
    const std::array names = {tr("Every line"), tr("Without debug lines"), tr("Warnings and errors"),
                              tr("Errors alone")};
    for (std::size_t i = 0; i < names.size(); ++i)
        state.levels->actions().at(static_cast<qsizetype>(i))->setText(names[i]);
    state.fold->setText(tr("Fold repeated lines"));
    state.filter->setText(tr("Filter"));
    state.filter->setToolTip(tr("Choose lines by how grave they are, and fold repeated ones"));
    state.some->setPlaceholderText(QStringLiteral("0-3, 8"));
    constexpr int kAroundText = 22;
    state.some->setMinimumWidth(state.some->fontMetrics().horizontalAdvance(state.some->placeholderText()) +
                                kAroundText);
    state.some->setToolTip(tr("The ranks whose logs are shown together, like 0-3, 8; empty: all of them"));
    state.some->setAccessibleName(tr("Ranks"));
    state.chooser->setAccessibleName(tr("Log"));
    state.attempts->setAccessibleName(tr("Attempt"));
    for (int i = 0; i < state.attempts->count(); ++i)
        state.attempts->setItemText(i, tr("Attempt %1").arg(state.attempts->itemData(i).toInt()));
    for (int i = 0; i < state.chooser->count(); ++i)
        state.chooser->setItemText(i, nameOf(i));
}

void LogChoice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

QString LogChoice::nameOf(int entry) const
{
    const QComboBox& chooser = *m_state->chooser;
    const int rank = chooser.itemData(entry, kRankRole).toInt();
    if (!m_state->name.isEmpty())
        return m_state->name;
    if (rank == AllRanks)
        return tr("All ranks");
    return rank >= 0 ? tr("Rank %1").arg(rank)
                     : tr("Supervisor on %1").arg(chooser.itemData(entry, kHostRole).toString());
}

void LogChoice::setFolder(const RunFolder& folder)
{
    State& state = *m_state;
    const bool isSameAttempt = state.folder && state.folder->path() == folder.path() &&
                               state.folder->info().attempt == folder.info().attempt;
    state.folder = folder;
    if (!isSameAttempt)
        fillAttempts(folder.info().attempt);
    fillLogs();
}

void LogChoice::fillAttempts(int newest)
{
    QComboBox& attempts = *m_state->attempts;
    const QSignalBlocker blocker(attempts);
    attempts.clear();
    for (int attempt = newest; attempt >= 1; --attempt)
        attempts.addItem(tr("Attempt %1").arg(attempt), attempt);
    attempts.setVisible(newest > 1);
    keepReadable(attempts, kMostLeast);
}

int LogChoice::attempt() const
{
    return std::max(1, m_state->attempts->currentData().toInt());
}

void LogChoice::add(const LogSource& log, const QString& host)
{
    QComboBox& chooser = *m_state->chooser;
    chooser.addItem(QString(), log.path);
    chooser.setItemData(chooser.count() - 1, log.rank, kRankRole);
    chooser.setItemData(chooser.count() - 1, host, kHostRole);
}

/// The logs that were added, and all ranks together where they are several.
void LogChoice::offer(const QString& before)
{
    QComboBox& chooser = *m_state->chooser;
    const bool hasAll = m_state->ranks.size() > 1;
    if (hasAll) {
        chooser.insertItem(0, QString());
        chooser.setItemData(0, AllRanks, kRankRole);
    }
    for (int i = 0; i < chooser.count(); ++i)
        chooser.setItemText(i, nameOf(i));
    const int kept = chooser.findText(before);
    chooser.setCurrentIndex(kept >= 0 ? kept : hasAll ? 1 : 0);
}

void LogChoice::fillLogs()
{
    const RunFolder& folder = *m_state->folder;
    QComboBox& chooser = *m_state->chooser;
    const QString before = chooser.currentText();
    {
        const QSignalBlocker blocker(chooser);
        chooser.clear();
        m_state->ranks.clear();
        const auto path = [&folder](const std::string& file) {
            return folder.mirrorPath(QString::fromStdString(file));
        };
        const Experiment trained = folder.experimentOf(attempt());
        for (const Placement& placement : placeRanks(trained)) {
            m_state->ranks.append({path(rankLog(attempt(), placement.rank)), placement.rank});
            add(m_state->ranks.back(), QString());
        }
        const std::vector<Host>& hosts = trained.topology.hosts;
        for (std::size_t host = 0; host < hosts.size(); ++host) {
            if (!hosts[host].devices.empty())
                add({path(hostLog(attempt(), static_cast<int>(host))), HostEntry},
                    inertString(hosts[host].name));
        }
        offer(before);
    }
    choose();
}

void LogChoice::setLogs(const QVector<LogSource>& logs, const QString& name)
{
    {
        const QSignalBlocker blocker(m_state->chooser);
        m_state->chooser->clear();
        m_state->ranks = logs;
        m_state->name = logs.size() == 1 ? inertString(name) : QString();
        for (const LogSource& log : logs)
            add(log, QString());
        offer(tr("All ranks"));
    }
    choose();
}

void LogChoice::choose()
{
    const bool areAll = m_state->chooser->currentData(kRankRole).toInt() == AllRanks;
    m_state->some->setVisible(areAll);
    keepReadable(*m_state->chooser, areAll ? kMostLeastBeside : kMostLeast);
    emit changed();
}

void LogChoice::showAttempt(int attempt)
{
    if (const int index = m_state->attempts->findData(attempt); index >= 0)
        m_state->attempts->setCurrentIndex(index);
}

void LogChoice::showRank(int rank)
{
    const int index = m_state->chooser->findData(rank, kRankRole);
    if (index >= 0)
        m_state->chooser->setCurrentIndex(index);
}

QVector<LogSource> LogChoice::sources() const
{
    const State& state = *m_state;
    const QVariant rank = state.chooser->currentData(kRankRole);
    if (!rank.isValid())
        return {};
    if (rank.toInt() != AllRanks)
        return {{state.chooser->currentData().toString(), rank.toInt()}};
    int count = 0;
    for (const LogSource& log : state.ranks)
        count = std::max(count, log.rank + 1);
    const std::optional<QVector<int>> wanted = ranksNamed(state.some->text(), count);
    QVector<LogSource> sources;
    for (const LogSource& log : state.ranks) {
        if (!wanted || wanted->contains(log.rank))
            sources.append(log);
    }
    return sources;
}

LogFilter LogChoice::filter() const
{
    const auto level = m_state->levels->actions().indexOf(m_state->levels->checkedAction());
    return {kLevels[static_cast<std::size_t>(std::max<qsizetype>(0, level))], m_state->fold->isChecked()};
}

} // namespace lockstep
