// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/log_panel.h"

#include "app/logs/log_search.h"
#include "app/logs/log_view.h"
#include "app/text/inert_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSettings>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

/// Logs of supervisors grow without a signal.
constexpr int kPollMs = 500;
const auto kWrap = QLatin1String("runs/wrapLog");
constexpr int kRankRole = Qt::UserRole + 1; ///< -1 for a host
constexpr int kHostRole = Qt::UserRole + 2; ///< its name

} // namespace

struct LogPanel::State {
    explicit State(LogPanel* panel)
        : chooser(new QComboBox(panel)), attempts(new QComboBox(panel)), search(new QLineEdit(panel)),
          previous(new QToolButton(panel)), next(new QToolButton(panel)), notice(new QLabel(panel)),
          wrap(new QToolButton(panel)), follow(new QToolButton(panel)), view(new LogView(panel)),
          finder(panel), poll(panel)
    {
    }

    QComboBox* chooser;  ///< data: path
    QComboBox* attempts; ///< data: number, the newest first; hidden where there is one alone
    QLineEdit* search;
    QToolButton* previous;
    QToolButton* next;
    QLabel* notice;
    QToolButton* wrap;
    QToolButton* follow;
    LogView* view;
    LogSearch finder;
    QTimer poll;
    std::optional<RunFolder> folder;
};

LogPanel::LogPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(this))
{
    build();
    State& state = *m_state;
    connect(state.chooser, &QComboBox::currentIndexChanged, this, [this] { showChosen(); });
    connect(state.attempts, &QComboBox::currentIndexChanged, this, [this] { fillLogs(); });
    connect(state.search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_state->finder.cancel();
        m_state->view->setHighlight(text.toUtf8());
        setNotice({});
        if (!text.isEmpty())
            startSearch(true);
    });
    connect(state.search, &QLineEdit::returnPressed, this, [this] { startSearch(true); });
    connect(state.next, &QToolButton::clicked, this, [this] { startSearch(true); });
    connect(state.previous, &QToolButton::clicked, this, [this] { startSearch(false); });
    connect(state.wrap, &QToolButton::toggled, this, [this](bool wraps) {
        QSettings().setValue(kWrap, wraps);
        m_state->view->setWraps(wraps);
    });
    connect(state.follow, &QToolButton::clicked, state.view, &LogView::setFollowing);
    connect(state.view, &LogView::followingChanged, state.follow, &QToolButton::setChecked);
    connect(&state.finder, &LogSearch::found, this, [this](qint64 offset, qint64) {
        setNotice({});
        m_state->view->showMatch(offset);
    });
    connect(&state.finder, &LogSearch::notFound, this,
            [this] { setNotice(m_state->search->text().isEmpty() ? QString() : tr("Not found")); });
    connect(&state.finder, &LogSearch::progress, this, [this](qint64 done, qint64 total) {
        setNotice(tr("Searching… %1 %").arg(total > 0 ? done * 100 / total : 0));
    });
    state.poll.setInterval(kPollMs);
    connect(&state.poll, &QTimer::timeout, this, [this] {
        if (isVisible())
            m_state->view->refresh();
    });
    state.poll.start();
}

LogPanel::~LogPanel() = default;

void LogPanel::build()
{
    State& state = *m_state;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 6);
    bar->setSpacing(6);
    for (QComboBox* box : {state.chooser, state.attempts})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    state.attempts->hide();
    state.search->setClearButtonEnabled(true);
    state.search->setMaxLength(static_cast<int>(LogSearch::kMaxNeedle) / 4);
    state.search->setMaximumWidth(260);
    state.previous->setArrowType(Qt::UpArrow);
    state.next->setArrowType(Qt::DownArrow);
    for (QToolButton* button : {state.previous, state.next, state.wrap, state.follow})
        button->setAutoRaise(true);
    state.notice->setProperty("muted", true);
    state.notice->setMinimumWidth(10);
    state.wrap->setCheckable(true);
    state.wrap->setChecked(QSettings().value(kWrap, true).toBool());
    state.view->setWraps(state.wrap->isChecked());
    state.follow->setCheckable(true);
    state.follow->setChecked(true);
    bar->addWidget(state.attempts);
    bar->addWidget(state.chooser);
    bar->addWidget(state.search, 3);
    bar->addWidget(state.previous);
    bar->addWidget(state.next);
    bar->addWidget(state.notice, 1);
    bar->addWidget(state.wrap);
    bar->addWidget(state.follow);
    layout->addLayout(bar);
    layout->addWidget(state.view, 1);
    retranslate();
    auto* shortcut =
        new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(shortcut, &QShortcut::activated, this, [this] {
        m_state->search->setFocus();
        m_state->search->selectAll();
    });
}

void LogPanel::retranslate()
{
    State& state = *m_state;
    state.chooser->setAccessibleName(tr("Log of"));
    state.attempts->setAccessibleName(tr("Attempt"));
    for (int i = 0; i < state.attempts->count(); ++i)
        state.attempts->setItemText(i, tr("Attempt %1").arg(state.attempts->itemData(i).toInt()));
    state.search->setPlaceholderText(tr("Search the log"));
    constexpr int kButton = 48; // with the button that clears it
    state.search->setMinimumWidth(
        state.search->fontMetrics().horizontalAdvance(state.search->placeholderText()) + kButton);
    state.previous->setToolTip(tr("Previous match"));
    state.next->setToolTip(tr("Next match"));
    state.wrap->setText(tr("Wrap"));
    state.wrap->setToolTip(tr("Go on with long lines in the next row"));
    state.follow->setText(tr("Follow"));
    state.follow->setToolTip(tr("Stay at the end while the log grows"));
    state.view->setEmptyText(tr("What this rank writes appears here, line by line."));
    for (int i = 0; i < state.chooser->count(); ++i)
        state.chooser->setItemText(i, nameOf(i));
    setNotice({}); // of a search that the next key begins again
}

QString LogPanel::nameOf(int entry) const
{
    const QComboBox& chooser = *m_state->chooser;
    const int rank = chooser.itemData(entry, kRankRole).toInt();
    return rank >= 0 ? tr("Rank %1").arg(rank)
                     : tr("Supervisor on %1").arg(chooser.itemData(entry, kHostRole).toString());
}

void LogPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state)
        retranslate();
}

void LogPanel::setFolder(const RunFolder& folder)
{
    State& state = *m_state;
    const bool isSameAttempt = state.folder && state.folder->path() == folder.path() &&
                               state.folder->info().attempt == folder.info().attempt;
    state.folder = folder;
    if (!isSameAttempt)
        fillAttempts(folder.info().attempt);
    fillLogs();
}

void LogPanel::fillAttempts(int newest)
{
    QComboBox& attempts = *m_state->attempts;
    const QSignalBlocker blocker(attempts);
    attempts.clear();
    for (int attempt = newest; attempt >= 1; --attempt)
        attempts.addItem(tr("Attempt %1").arg(attempt), attempt);
    attempts.setVisible(newest > 1);
}

int LogPanel::attempt() const
{
    return std::max(1, m_state->attempts->currentData().toInt());
}

void LogPanel::fillLogs()
{
    const RunFolder& folder = *m_state->folder;
    QComboBox& chooser = *m_state->chooser;
    const QString before = chooser.currentText();
    const QSignalBlocker blocker(chooser);
    chooser.clear();
    const auto path = [&folder](const std::string& file) {
        return folder.mirrorPath(QString::fromStdString(file));
    };
    const std::vector<Host>& hosts = folder.experiment().topology.hosts;
    for (const Placement& placement : placeRanks(folder.experiment().topology)) {
        chooser.addItem(QString(), path(rankLog(attempt(), placement.rank)));
        chooser.setItemData(chooser.count() - 1, placement.rank, kRankRole);
    }
    for (std::size_t host = 0; host < hosts.size(); ++host) {
        if (hosts[host].devices.empty())
            continue;
        const QString name = inertString(QString::fromStdString(hosts[host].name));
        chooser.addItem(QString(), path(hostLog(attempt(), static_cast<int>(host))));
        chooser.setItemData(chooser.count() - 1, -1, kRankRole);
        chooser.setItemData(chooser.count() - 1, name, kHostRole);
    }
    for (int i = 0; i < chooser.count(); ++i)
        chooser.setItemText(i, nameOf(i));
    chooser.setCurrentIndex(std::max(0, chooser.findText(before)));
    showChosen();
}

void LogPanel::showAttempt(int attempt)
{
    if (const int index = m_state->attempts->findData(attempt); index >= 0)
        m_state->attempts->setCurrentIndex(index);
}

void LogPanel::showRank(int rank)
{
    const int index = m_state->chooser->findData(rank, kRankRole);
    if (index >= 0)
        m_state->chooser->setCurrentIndex(index);
}

void LogPanel::showEnd(int rank)
{
    showRank(rank);
    m_state->view->setFollowing(true);
    m_state->view->setFocus();
}

void LogPanel::showChosen()
{
    const QString path = m_state->chooser->currentData().toString();
    if (path == m_state->view->path())
        return;
    m_state->finder.cancel();
    setNotice({});
    m_state->view->setPath(path);
}

void LogPanel::extended(int rank)
{
    if (isVisible() && m_state->chooser->currentData(kRankRole).toInt() == rank)
        m_state->view->refresh();
}

void LogPanel::startSearch(bool forward)
{
    const QByteArray needle = m_state->search->text().toUtf8();
    if (needle.isEmpty())
        return;
    m_state->finder.find(m_state->view->path(), needle, m_state->view->searchOrigin(forward),
                         forward ? LogSearch::Direction::Forward : LogSearch::Direction::Backward);
}

void LogPanel::setNotice(const QString& text)
{
    m_state->notice->setText(text);
}

} // namespace lockstep
