// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/rank_filter_bar.h"

#include "app/text/inert_text.h"
#include "app/text/phase_text.h"
#include "app/text/plain_text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMap>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

/// What a rank can be.
constexpr RunPhase kStates[] = {RunPhase::Waiting, RunPhase::Training,   RunPhase::Finished,
                                RunPhase::Stopped, RunPhase::NotStarted, RunPhase::EndedWithOthers,
                                RunPhase::Failed};
constexpr int kMostHostLetters = 24;

} // namespace

RankFilterBar::RankFilterBar(QWidget* parent)
    : QWidget(parent), m_words(new QLineEdit(this)), m_states(new QComboBox(this)),
      m_hosts(new QComboBox(this)), m_count(new QLabel(this)), m_close(new QToolButton(this))
{
    m_words->setObjectName(QStringLiteral("rankWords"));
    m_states->setObjectName(QStringLiteral("rankStates"));
    m_hosts->setObjectName(QStringLiteral("rankHosts"));
    m_words->setClearButtonEnabled(true);
    m_words->setMinimumWidth(90);
    m_count->setProperty("muted", true);
    m_close->setAutoRaise(true);
    m_close->setText(QStringLiteral("×"));
    m_hosts->addItem(QString());
    for (int i = 0; i <= static_cast<int>(std::size(kStates)); ++i)
        m_states->addItem(QString());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 4);
    layout->setSpacing(6);
    layout->addWidget(m_words, 1);
    for (QWidget* part : {static_cast<QWidget*>(m_states), static_cast<QWidget*>(m_hosts),
                          static_cast<QWidget*>(m_count), static_cast<QWidget*>(m_close)})
        layout->addWidget(part);
    connect(m_words, &QLineEdit::textChanged, this, &RankFilterBar::filterChanged);
    for (QComboBox* choice : {m_states, m_hosts})
        connect(choice, &QComboBox::currentIndexChanged, this, &RankFilterBar::filterChanged);
    connect(m_close, &QToolButton::clicked, this, &RankFilterBar::giveUp);
    retranslate();
}

void RankFilterBar::setRanks(const RunSummary& summary)
{
    QMap<int, QString> hosts;
    for (const auto& entry : summary.ranks())
        hosts.insert(entry.second.hostIndex, inertString(entry.second.host));
    QMap<int, QString> listed;
    for (int i = 1; i < m_hosts->count(); ++i)
        listed.insert(m_hosts->itemData(i).toInt(), m_hosts->itemText(i));
    if (hosts == listed)
        return;
    const QVariant chosen = m_hosts->currentData();
    {
        const QSignalBlocker quiet(m_hosts);
        while (m_hosts->count() > 1)
            m_hosts->removeItem(1);
        for (auto host = hosts.begin(); host != hosts.end(); ++host)
            m_hosts->addItem(host.value(), host.key());
        m_hosts->setCurrentIndex(chosen.isValid() ? std::max(0, m_hosts->findData(chosen)) : 0);
    }
    m_hosts->setVisible(hosts.size() > 1);
    emit filterChanged();
}

void RankFilterBar::setCount(int shown, int all)
{
    m_shown = shown;
    m_all = all;
    m_count->setText(tr("%1 of %2").arg(QLocale().toString(shown), QLocale().toString(all)));
}

void RankFilterBar::begin()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

RankFilter RankFilterBar::filter() const
{
    const int state = m_states->currentIndex();
    const QVariant host = m_hosts->currentData();
    return {m_words->text(), state > 0 ? std::optional(kStates[state - 1]) : std::nullopt,
            host.isValid() ? std::optional(host.toInt()) : std::nullopt};
}

void RankFilterBar::giveUp()
{
    m_words->clear();
    m_states->setCurrentIndex(0);
    m_hosts->setCurrentIndex(0);
    emit closed();
}

void RankFilterBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        giveUp();
    else
        QWidget::keyPressEvent(event);
}

void RankFilterBar::retranslate()
{
    m_words->setPlaceholderText(tr("Ranks: 0-7, a host, a device"));
    m_words->setAccessibleName(tr("Filter the ranks"));
    m_words->setToolTip(wrappedText(tr("Each word must be found in a rank's host, device or state, or be its "
                                       "number or a span of numbers: 8-15")));
    m_states->setAccessibleName(tr("State of the ranks shown"));
    m_hosts->setAccessibleName(tr("Host of the ranks shown"));
    m_close->setAccessibleName(tr("Show all ranks"));
    m_close->setToolTip(tr("Show all ranks (Esc)"));
    m_hosts->setItemText(0, tr("All hosts"));
    m_hosts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_hosts->setMinimumContentsLength(static_cast<int>(m_hosts->itemText(0).size()));
    m_hosts->setMaximumWidth(m_hosts->fontMetrics().averageCharWidth() * kMostHostLetters);
    nameStates();
    setCount(m_shown, m_all);
}

void RankFilterBar::nameStates()
{
    m_states->setItemText(0, tr("All states"));
    for (int i = 0; i < static_cast<int>(std::size(kStates)); ++i)
        m_states->setItemText(i + 1, phaseText(kStates[i]));
}

void RankFilterBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
