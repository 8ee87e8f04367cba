// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/host_palette.h"

#include "app/document/ssh_config.h"
#include "app/error_text.h"
#include "app/theme/icons.h"
#include "app/theme/plain_text.h"
#include "app/topology/canvas_card.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kEntryRole = Qt::UserRole;
constexpr int kIconRole = Qt::UserRole + 1;
constexpr int kSavedRole = Qt::UserRole + 2;
constexpr qreal kPreviewOpacity = 0.85;
constexpr int kFreshKinds = 5;

QString iconOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return QStringLiteral("host-local");
    const bool hasGpu = std::any_of(host.devices.begin(), host.devices.end(),
                                    [](Device device) { return device.kind == DeviceKind::Cuda; });
    return hasGpu || host.gpus > 0 ? QStringLiteral("host-gpu") : QStringLiteral("host-cpu");
}

} // namespace

HostPalette::HostPalette(const Sources& sources, QWidget* parent)
    : QListWidget(parent), m_book(sources.book),
      m_sshConfig(sources.sshConfig.isEmpty() ? sshConfigPath() : sources.sshConfig)
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Palette of hosts"));
    setIconSize({28, 28});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setSelectionMode(SingleSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fill();
    connect(this, &QListWidget::itemDoubleClicked, this, [this](QListWidgetItem* item) {
        if (const PaletteEntry* entry = entryAt(item))
            emit entryWanted(*entry);
    });
}

void HostPalette::fill()
{
    clear();
    m_entries.clear();
    addFreshEntries();
    if (!m_book.hosts().empty())
        addKnownHosts(tr("Saved hosts"), m_book.hosts());
    if (const std::vector<Host> hosts = sshConfigHosts(m_sshConfig); !hosts.empty()) {
        const int first = count();
        addKnownHosts(tr("From SSH"), hosts);
        for (int row = first; row < count(); ++row)
            item(row)->setData(kSavedRole, false);
    }
    tintIcons();
}

void HostPalette::addFreshEntries()
{
    using Kind = PaletteEntry::Kind;
    addEntryItem(
        {Kind::ThisComputer, {}}, QStringLiteral("host-local"), tr("This computer"),
        tr("The computer in front of you. Ranks start as processes here, without SSH: the quickest way to "
           "try an experiment."));
    addEntryItem(
        {Kind::CpuHost, {}}, QStringLiteral("host-cpu"), tr("CPU host"),
        tr("A machine reached by SSH that trains on its processor. Nothing needs to be installed there."));
    addEntryItem({Kind::GpuHost, {}}, QStringLiteral("host-gpu"), tr("GPU host"),
                 tr("A machine reached by SSH that trains on its NVIDIA GPUs, one rank for each GPU."));
    addEntryItem({Kind::Switch, {}}, QStringLiteral("switch"), tr("Switch"),
                 tr("A shared segment: hosts that are linked to it reach each other, and share what it "
                    "carries."));
    addEntryItem({Kind::Network, {}}, QStringLiteral("network"), tr("Network"),
                 tr("A labelled area. Whatever stands on it moves with it: a laboratory, a rack, a region."));
}

void HostPalette::addHeading(const QString& text)
{
    auto* item = new QListWidgetItem(text, this);
    item->setFlags(Qt::NoItemFlags);
    QFont font = this->font();
    font.setWeight(QFont::DemiBold);
    item->setFont(font);
}

void HostPalette::addKnownHosts(const QString& heading, const std::vector<Host>& hosts)
{
    addHeading(heading);
    for (const Host& host : hosts) {
        const QString name = QString::fromStdString(host.name);
        QStringList lines = {
            name, QString::fromStdString(host.user.empty() ? host.address : host.user + '@' + host.address),
            QString::fromStdString(host.facts)};
        lines.removeAll(QString());
        addEntryItem({PaletteEntry::Kind::KnownHost, host}, iconOf(host), name, lines.join(u'\n'));
        item(count() - 1)->setData(kSavedRole, true);
    }
}

void HostPalette::addEntryItem(PaletteEntry entry, const QString& icon, const QString& name,
                               const QString& toolTip)
{
    auto* item = new QListWidgetItem(name, this);
    item->setData(kEntryRole, static_cast<int>(m_entries.size()));
    item->setData(kIconRole, icon);
    item->setData(kSavedRole, false);
    item->setToolTip(wrappedText(toolTip));
    m_entries.push_back(std::move(entry));
}

const PaletteEntry* HostPalette::entryAt(const QListWidgetItem* item) const
{
    if (!item || !item->data(kEntryRole).isValid())
        return nullptr;
    return &m_entries[static_cast<std::size_t>(item->data(kEntryRole).toInt())];
}

bool HostPalette::isSaved(const QListWidgetItem* item) const
{
    return item && item->data(kSavedRole).toBool();
}

Result<void> HostPalette::saveHosts(const std::vector<Host>& hosts)
{
    Result<void> saved;
    for (const Host& host : hosts) {
        saved = m_book.save(host);
        if (!saved)
            break;
    }
    fill();
    return saved;
}

void HostPalette::forgetCurrent()
{
    const PaletteEntry* entry = entryAt(currentItem());
    if (!entry || !isSaved(currentItem()))
        return;
    const int row = currentRow();
    const Result<void> forgotten = m_book.forget(entry->known.name);
    fill();
    setCurrentRow(qMin(row, count() - 1));
    if (!forgotten)
        emit failed(errorSentence(forgotten.error()));
}

void HostPalette::tintIcons()
{
    const QColor color = themeColors(palette()).accent;
    for (int row = 0; row < count(); ++row) {
        if (entryAt(item(row)))
            item(row)->setIcon(tintedIcon(item(row)->data(kIconRole).toString(), color));
        else
            item(row)->setForeground(themeColors(palette()).mutedText);
    }
}

void HostPalette::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcons();
    QListWidget::changeEvent(event);
}

void HostPalette::keyPressEvent(QKeyEvent* event)
{
    const PaletteEntry* entry = entryAt(currentItem());
    if (entry && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit entryWanted(*entry);
    else if (entry && event->key() == Qt::Key_Delete)
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
    if (isSaved(currentItem()))
        connect(menu.addAction(tr("Remove from the palette")), &QAction::triggered, this,
                &HostPalette::forgetCurrent);
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
    // What is chosen here matters only while the keyboard is here.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        setCurrentRow(-1);
    QListWidget::focusOutEvent(event);
}

QSize HostPalette::sizeHint() const
{
    return {170, kFreshKinds * sizeHintForRow(0) + 24};
}

QPixmap HostPalette::preview(const QListWidgetItem& item) const
{
    CanvasCard card;
    card.icon = item.data(kIconRole).toString();
    card.name = item.text();
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
