// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/contents_tree.h"

#include <algorithm>

namespace lockstep {

ContentsTree::ContentsTree(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("manualContents"));
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setExpandsOnDoubleClick(false);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) { choose(*item); });
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { choose(*item); });
}

void ContentsTree::setPages(const QVector<ManualPage>& pages)
{
    m_pages = pages;
    m_matches.fill(0, pages.size());
    clear();
    for (const ManualPage& page : pages) {
        auto* item = new QTreeWidgetItem(this, {page.title});
        item->setToolTip(0, page.title);
        for (const QString& section : page.sections) {
            auto* below = new QTreeWidgetItem(item, {section});
            below->setToolTip(0, section);
        }
    }
}

void ContentsTree::setShown(Topic topic)
{
    for (qsizetype i = 0; i < m_pages.size(); ++i) {
        QTreeWidgetItem* item = topLevelItem(static_cast<int>(i));
        const bool isShown = m_pages[i].topic == topic;
        item->setExpanded(isShown);
        if (isShown && currentItem() != item && (!currentItem() || currentItem()->parent() != item))
            setCurrentItem(item);
    }
}

void ContentsTree::setSearched(const QString& text)
{
    for (qsizetype i = 0; i < m_pages.size(); ++i) {
        const ManualPage& page = m_pages[i];
        m_matches[i] = text.isEmpty() ? 0 : page.text.count(text, Qt::CaseInsensitive);
        QTreeWidgetItem* item = topLevelItem(static_cast<int>(i));
        item->setText(0, m_matches[i] > 0 ? tr("%1 (%2)").arg(page.title).arg(m_matches[i]) : page.title);
        const bool isAside = !text.isEmpty() && m_matches[i] == 0;
        item->setForeground(0,
                            palette().brush(isAside ? QPalette::Disabled : QPalette::Active, QPalette::Text));
    }
}

std::optional<Topic> ContentsTree::nextMatch(Topic from) const
{
    const auto present = std::find_if(m_pages.begin(), m_pages.end(),
                                      [from](const ManualPage& page) { return page.topic == from; });
    const qsizetype start = present - m_pages.begin();
    for (qsizetype step = 1; step <= m_pages.size(); ++step) {
        const qsizetype i = (start + step) % m_pages.size();
        if (m_matches[i] > 0)
            return m_pages[i].topic;
    }
    return std::nullopt;
}

void ContentsTree::choose(QTreeWidgetItem& item)
{
    QTreeWidgetItem* page = item.parent() ? item.parent() : &item;
    emit chosen(m_pages[indexOfTopLevelItem(page)].topic, page->indexOfChild(&item));
}

} // namespace lockstep
