// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_layout.h"

#include "app/runs/part_tabs.h"
#include "app/settings/remembered.h"
#include "app/theme/card.h"
#include "app/theme/reading_order.h"

#include <QShortcut>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

namespace lockstep {

namespace {

QSplitter* splitter(Qt::Orientation orientation, QWidget* first, QWidget* second)
{
    auto* made = new QSplitter(orientation);
    made->addWidget(first);
    made->addWidget(second);
    spaceCards(*made);
    return made;
}

} // namespace

RunLayout::RunLayout(QWidget* parent)
    : QWidget(parent), m_cards{new PartTabs, new PartTabs, new PartTabs},
      m_escape(new QShortcut(Qt::Key_Escape, this))
{
    QSplitter* below = splitter(Qt::Horizontal, framed(m_cards[1]), framed(m_cards[2]));
    below->setSizes({1100, 1000});
    m_below = below;
    QSplitter* all = splitter(Qt::Vertical, framed(m_cards[0]), below);
    all->setSizes({1500, 1000});
    rememberSizes(*below, QStringLiteral("tablesAndLogs"));
    rememberSizes(*all, QStringLiteral("run"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(all);
    for (PartTabs* card : m_cards)
        connect(card, &PartTabs::fillingWanted, this,
                [this, card](bool fills) { fillWith(fills ? card : nullptr); });
    m_escape->setContext(Qt::WidgetWithChildrenShortcut);
    m_escape->setEnabled(false);
    connect(m_escape, &QShortcut::activated, this, [this] { fillWith(nullptr); });
}

void RunLayout::addPart(Place place, QWidget* part)
{
    m_cards[static_cast<int>(place)]->addPart(part);
    QList<QWidget*> inOrder;
    for (const PartTabs* card : m_cards)
        inOrder += card->inReadingOrder();
    setReadingOrder(inOrder);
}

void RunLayout::showPart(QWidget* part)
{
    for (PartTabs* card : m_cards) {
        if (card->indexOf(part) < 0)
            continue;
        card->setCurrentWidget(part);
        if (m_escape->isEnabled() && !card->isFilling())
            fillWith(nullptr);
    }
}

/// With none: all of them side by side.
void RunLayout::fillWith(PartTabs* card)
{
    for (PartTabs* each : m_cards) {
        each->parentWidget()->setVisible(!card || each == card);
        each->setFilling(each == card);
    }
    m_below->setVisible(card != m_cards[0]);
    // Esc is a key of the search in the log and of others while there is nothing to bring back.
    m_escape->setEnabled(card != nullptr);
    if (card)
        card->tabBar()->setFocus(); // what had it may be hidden
}

} // namespace lockstep
