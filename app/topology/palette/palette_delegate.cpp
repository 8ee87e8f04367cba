// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/palette_delegate.h"

#include "app/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QWidget>

namespace lockstep {

namespace {

constexpr qreal kDetailScale = 0.85;
constexpr int kEditorMargin = 3;

} // namespace

void PaletteDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                           const QModelIndex& index) const
{
    QStyledItemDelegate::updateEditorGeometry(editor, option, index);
    QRect room = editor->geometry();
    room.setTop(option.rect.top() + kEditorMargin);
    room.setBottom(option.rect.bottom() - kEditorMargin);
    editor->setGeometry(room);
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const QString detail = index.data(kPaletteDetailRole).toString();
    if (detail.isEmpty()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem shown = option;
    initStyleOption(&shown, index);
    const QString name = shown.text;
    const QStyle* style = shown.widget ? shown.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &shown, shown.widget) + 1;
    const QRect room =
        style->subElementRect(QStyle::SE_ItemViewItemText, &shown, shown.widget).adjusted(margin, 0, 0, 0);
    shown.text.clear();
    style->drawControl(QStyle::CE_ItemViewItem, &shown, painter, shown.widget);
    QFont small = shown.font;
    small.setPointSizeF(small.pointSizeF() * kDetailScale);
    const QFontMetrics nameMetrics(shown.font);
    const QFontMetrics detailMetrics(small);
    const int height = nameMetrics.height() + detailMetrics.height();
    const QRect line(room.left(), option.rect.center().y() - height / 2, room.width(), nameMetrics.height());
    const ThemeColors& colors = themeColors(option.palette);
    painter->save();
    painter->setFont(shown.font);
    painter->setPen(colors.text);
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      nameMetrics.elidedText(name, Qt::ElideRight, line.width()));
    painter->setFont(small);
    painter->setPen(colors.mutedText);
    painter->drawText(QRect(line.left(), line.bottom() + 1, line.width(), detailMetrics.height()),
                      Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      detailMetrics.elidedText(detail, Qt::ElideRight, line.width()));
    painter->restore();
}

} // namespace lockstep
