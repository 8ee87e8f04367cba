// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/wrapped_rows.h"

#include <QHeaderView>
#include <QListView>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

class ColumnDelegate : public QStyledItemDelegate {
public:
    ColumnDelegate(QTreeView& tree, int leastHeight)
        : QStyledItemDelegate(&tree), m_tree(tree), m_leastHeight(leastHeight)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize line = QStyledItemDelegate::sizeHint(option, index);
        const QStyle& style = *m_tree.style();
        const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &m_tree) + 1;
        const int width = m_tree.columnWidth(index.column()) - 2 * margin;
        const QString text = index.data().toString();
        const QRect whole = option.fontMetrics.boundingRect(QRect(0, 0, std::max(1, width), QWIDGETSIZE_MAX),
                                                            Qt::TextWordWrap, text);
        const int spare = std::max(0, line.height() - option.fontMetrics.height());
        return {line.width(), std::max({line.height(), whole.height() + spare, m_leastHeight})};
    }

private:
    QTreeView& m_tree;
    int m_leastHeight;
};

class ListDelegate : public QStyledItemDelegate {
public:
    explicit ListDelegate(QListView& list) : QStyledItemDelegate(&list), m_list(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        item.features &= ~QStyleOptionViewItem::WrapText;
        const QString text = std::exchange(item.text, QStringLiteral("x"));
        const QFontMetrics metrics(item.font);
        const QSize letter(metrics.horizontalAdvance(item.text), metrics.height());
        const QSize around =
            m_list.style()->sizeFromContents(QStyle::CT_ItemViewItem, &item, {}, &m_list) - letter;
        const int room = std::max(1, m_list.viewport()->width() - around.width() - kSpare);
        const QRect whole = metrics.boundingRect(QRect(0, 0, room, QWIDGETSIZE_MAX), Qt::TextWordWrap, text);
        return {room + around.width(), whole.height() + around.height()};
    }

private:
    static constexpr int kSpare = 2; ///< what rounding may take from the room for words

    QListView& m_list;
};

} // namespace

void wrapRows(QTreeView& tree, int leastHeight)
{
    tree.setWordWrap(true);
    tree.setItemDelegate(new ColumnDelegate(tree, leastHeight));
    QObject::connect(tree.header(), &QHeaderView::sectionResized, &tree, &QTreeView::doItemsLayout,
                     Qt::QueuedConnection); // it comes from within a layout, too
}

void wrapRows(QListView& list)
{
    list.setWordWrap(true);
    list.setResizeMode(QListView::Adjust);
    list.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list.setItemDelegate(new ListDelegate(list));
}

} // namespace lockstep
