// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/theme/wrapped_rows.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <algorithm>

namespace lockstep {

namespace {

class WrappingDelegate : public QStyledItemDelegate {
public:
    explicit WrappingDelegate(QTreeView& tree) : QStyledItemDelegate(&tree), m_tree(tree) {}

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
        return {line.width(), std::max(line.height(), whole.height() + spare)};
    }

private:
    QTreeView& m_tree;
};

} // namespace

void wrapRows(QTreeView& tree)
{
    tree.setWordWrap(true);
    tree.setItemDelegate(new WrappingDelegate(tree));
    QObject::connect(tree.header(), &QHeaderView::sectionResized, &tree, &QTreeView::doItemsLayout,
                     Qt::QueuedConnection); // it comes from within a layout, too
}

} // namespace lockstep
