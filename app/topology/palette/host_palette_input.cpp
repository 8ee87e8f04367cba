// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person does with the palette: drags, keys, the menu, and the care of what is the user's own.
#include "app/text/error_text.h"
#include "app/theme/theme.h"
#include "app/topology/card/canvas_card.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/palette/palette_delegate.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>

namespace lockstep {

namespace {

constexpr qreal kPreviewOpacity = 0.85;

} // namespace

HostPalette::Origin HostPalette::originOf(const QListWidgetItem* item) const
{
    return item ? static_cast<Origin>(item->data(kPaletteOriginRole).toInt()) : Origin::Fresh;
}

bool HostPalette::isOwn(const QListWidgetItem* item) const
{
    const Origin origin = originOf(item);
    return entryAt(item) && (origin == Origin::Template || origin == Origin::Saved);
}

HostBook& HostPalette::bookOf(const QListWidgetItem* item)
{
    return originOf(item) == Origin::Template ? m_templates : m_book;
}

void HostPalette::select(const QString& name, Origin origin)
{
    for (int row = 0; row < count(); ++row) {
        if (originOf(item(row)) == origin && entryAt(item(row)) && item(row)->text() == name) {
            setCurrentRow(row);
            scrollToItem(item(row));
        }
    }
}

void HostPalette::renameTo(const QListWidgetItem& item)
{
    const PaletteEntry* entry = entryAt(&item);
    const QString name = item.text().trimmed();
    if (!entry || !isOwn(&item) || name == QString::fromStdString(entry->known.name))
        return;
    const Origin origin = originOf(&item);
    const QString before = QString::fromStdString(entry->known.name);
    const Result<void> renamed = bookOf(&item).rename(entry->known.name, name.toStdString());
    // Not at once: the editor of the item is still open.
    QMetaObject::invokeMethod(
        this,
        [this, origin, shown = renamed ? name : before] {
            fill();
            select(shown, origin);
        },
        Qt::QueuedConnection);
    if (!renamed)
        emit failed(errorSentence(renamed.error()));
}

void HostPalette::forgetCurrent()
{
    const QListWidgetItem* item = currentItem();
    const PaletteEntry* entry = entryAt(item);
    if (!entry || !isOwn(item))
        return;
    const std::string name = entry->known.name;
    HostBook& book = bookOf(item);
    QMessageBox box(QMessageBox::Question, tr("Remove from the palette"),
                    tr("Remove “%1” from the palette?").arg(QString::fromStdString(name)),
                    QMessageBox::Yes | QMessageBox::No, this);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Drawings keep the hosts that came of it. This cannot be undone."));
    box.button(QMessageBox::Yes)->setText(tr("Remove"));
    box.button(QMessageBox::No)->setText(tr("Keep"));
    if (box.exec() != QMessageBox::Yes)
        return;
    const int row = currentRow();
    const Result<void> forgotten = book.forget(name);
    fill();
    setCurrentRow(qMin(row, count() - 1));
    if (!forgotten)
        emit failed(errorSentence(forgotten.error()));
}

void HostPalette::keyPressEvent(QKeyEvent* event)
{
    const PaletteEntry* entry = entryAt(currentItem());
    if (entry && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit entryWanted(*entry);
    else if (isOwn(currentItem()) && event->key() == Qt::Key_Delete)
        forgetCurrent();
    else
        QListWidget::keyPressEvent(event);
}

void HostPalette::contextMenuEvent(QContextMenuEvent* event)
{
    const PaletteEntry* entry = entryAt(currentItem());
    if (!entry)
        return;
    QMenu menu(this);
    connect(menu.addAction(tr("Add to the drawing")), &QAction::triggered, this,
            [this, wanted = *entry] { emit entryWanted(wanted); });
    if (isOwn(currentItem())) {
        connect(menu.addAction(tr("Rename")), &QAction::triggered, this, [this] { editItem(currentItem()); });
        connect(menu.addAction(tr("Remove from the palette…")), &QAction::triggered, this,
                &HostPalette::forgetCurrent);
    }
    menu.exec(event->globalPos());
}

void HostPalette::focusInEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::MouseFocusReason && !currentItem())
        setCurrentRow(0);
    QListWidget::focusInEvent(event);
}

void HostPalette::focusOutEvent(QFocusEvent* event)
{
    // What is chosen here matters only while the keyboard is here, or in the name of an item.
    const bool isEditing = state() == EditingState || isAncestorOf(QApplication::focusWidget());
    if (!isEditing && event->reason() != Qt::PopupFocusReason &&
        event->reason() != Qt::ActiveWindowFocusReason)
        setCurrentRow(-1);
    QListWidget::focusOutEvent(event);
}

QPixmap HostPalette::preview(const QListWidgetItem& item) const
{
    CanvasCard card;
    card.icon = item.data(kPaletteIconRole).toString();
    card.name = item.text();
    const qreal ratio = devicePixelRatioF();
    QPixmap pixmap((kCardRect.size() * ratio).toSize() + QSize(4, 4));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(kPreviewOpacity);
    CardStyle style;
    style.devicePixelRatio = ratio;
    paintCanvasCard(painter, card, style, themeColors(palette()));
    return pixmap;
}

void HostPalette::startDrag(Qt::DropActions)
{
    const PaletteEntry* entry = entryAt(currentItem());
    if (!entry)
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(toMimeData(*entry));
    drag->setPixmap(preview(*currentItem()));
    drag->setHotSpot(kCardRect.center().toPoint());
    drag->exec(Qt::CopyAction);
}

} // namespace lockstep
