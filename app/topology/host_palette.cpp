// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/host_palette.h"

#include "app/theme/icons.h"
#include "app/theme/plain_text.h"
#include "app/topology/canvas_card.h"

#include <QDrag>
#include <QEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>

namespace lockstep {

namespace {

const auto kMimeType = QLatin1String("application/x-lockstep-host");
constexpr int kKindRole = Qt::UserRole;
constexpr int kIconRole = Qt::UserRole + 1;
constexpr qreal kPreviewOpacity = 0.85;

} // namespace

QMimeData* toMimeData(HostKind kind)
{
    auto* data = new QMimeData;
    data->setData(kMimeType, QByteArray::number(static_cast<int>(kind)));
    return data;
}

std::optional<HostKind> hostKindOf(const QMimeData* data)
{
    if (!data || !data->hasFormat(kMimeType))
        return std::nullopt;
    bool isNumber = false;
    const int kind = data->data(kMimeType).toInt(&isNumber);
    if (!isNumber || kind < 0 || kind > static_cast<int>(HostKind::GpuHost))
        return std::nullopt;
    return static_cast<HostKind>(kind);
}

HostPalette::HostPalette(QWidget* parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Palette of hosts"));
    setIconSize({28, 28});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    addKind(
        HostKind::ThisComputer, QStringLiteral("host-local"), tr("This computer"),
        tr("The computer in front of you. Ranks start as processes here, without SSH: the quickest way to "
           "try an experiment."));
    addKind(
        HostKind::CpuHost, QStringLiteral("host-cpu"), tr("CPU host"),
        tr("A machine reached by SSH that trains on its processor. Nothing needs to be installed there."));
    addKind(HostKind::GpuHost, QStringLiteral("host-gpu"), tr("GPU host"),
            tr("A machine reached by SSH that trains on its NVIDIA GPUs, one rank for each GPU."));
    tintIcons();
    connect(this, &QListWidget::itemDoubleClicked, this,
            [this](QListWidgetItem* item) { emit hostWanted(kindOf(*item)); });
}

void HostPalette::addKind(HostKind kind, const QString& icon, const QString& name, const QString& toolTip)
{
    auto* item = new QListWidgetItem(name, this);
    item->setData(kKindRole, static_cast<int>(kind));
    item->setData(kIconRole, icon);
    item->setToolTip(wrappedText(toolTip));
}

HostKind HostPalette::kindOf(const QListWidgetItem& item) const
{
    return static_cast<HostKind>(item.data(kKindRole).toInt());
}

void HostPalette::tintIcons()
{
    const QColor color = themeColors(palette()).accent;
    for (int row = 0; row < count(); ++row)
        item(row)->setIcon(tintedIcon(item(row)->data(kIconRole).toString(), color));
}

void HostPalette::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcons();
    QListWidget::changeEvent(event);
}

void HostPalette::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentItem()) {
        emit hostWanted(kindOf(*currentItem()));
        return;
    }
    QListWidget::keyPressEvent(event);
}

void HostPalette::focusInEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::MouseFocusReason && !currentItem())
        setCurrentRow(0);
    QListWidget::focusInEvent(event);
}

void HostPalette::focusOutEvent(QFocusEvent* event)
{
    // What is chosen here matters only while the keyboard is here.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        setCurrentRow(-1);
    QListWidget::focusOutEvent(event);
}

QSize HostPalette::sizeHint() const
{
    return {170, 3 * sizeHintForRow(0) + 24};
}

QPixmap HostPalette::preview(HostKind kind) const
{
    CanvasCard card;
    for (int row = 0; row < count(); ++row) {
        if (kindOf(*item(row)) != kind)
            continue;
        card.icon = item(row)->data(kIconRole).toString();
        card.name = item(row)->text();
    }
    const qreal ratio = devicePixelRatioF();
    QPixmap pixmap((kCardRect.size() * ratio).toSize() + QSize(4, 4));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setOpacity(kPreviewOpacity);
    CardLook look;
    look.devicePixelRatio = ratio;
    paintCanvasCard(painter, card, look, themeColors(palette()));
    return pixmap;
}

void HostPalette::startDrag(Qt::DropActions)
{
    if (!currentItem())
        return;
    const HostKind kind = kindOf(*currentItem());
    auto* drag = new QDrag(this);
    drag->setMimeData(toMimeData(kind));
    drag->setPixmap(preview(kind));
    drag->setHotSpot(kCardRect.center().toPoint());
    drag->exec(Qt::CopyAction);
}

} // namespace lockstep
