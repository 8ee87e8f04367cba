// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/host_palette.h"

#include "app/document/ssh_config.h"
#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/card/card_painter.h"
#include "app/topology/card/card_style.h"
#include "app/topology/palette/palette_delegate.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDir>
#include <QDrag>
#include <QFileInfo>
#include <QFocusEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QScopedValueRollback>

namespace lockstep {

namespace {

QString templatesBeside(const QString& book)
{
    return book.isEmpty() ? book : QFileInfo(book).dir().filePath(QStringLiteral("templates.json"));
}

} // namespace

HostPalette::HostPalette(const Sources& sources, QWidget* parent)
    : QListWidget(parent), m_book(sources.book),
      m_templates(sources.templates.isEmpty() ? templatesBeside(sources.book) : sources.templates,
                  HostBook::Kind::Templates),
      m_sshConfig(sources.sshConfig.isEmpty() ? sshConfigPath() : sources.sshConfig)
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Palette of hosts"));
    setIconSize({28, 28});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setSelectionMode(SingleSelection);
    setEditTriggers(EditKeyPressed);
    setItemDelegate(new PaletteDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fill();
    connect(this, &QListWidget::itemDoubleClicked, this, [this](QListWidgetItem* item) {
        if (const PaletteRow* row = rowAt(item))
            emit entryWanted(row->entry);
    });
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        if (!m_isFilling)
            renameTo(*item);
    });
}

void HostPalette::fill()
{
    const QScopedValueRollback filling(m_isFilling, true);
    clear();
    m_rows = paletteRows(m_templates, m_book, sshConfigHosts(m_sshConfig));
    for (const PaletteRow& row : m_rows)
        addRow(row);
    tintIcons();
}

void HostPalette::addRow(const PaletteRow& row)
{
    auto* item = new QListWidgetItem(row.name, this);
    item->setData(kPaletteDetailRole, row.detail);
    item->setToolTip(wrappedText(row.toolTip));
    if (!row.spoken.isEmpty())
        item->setData(Qt::AccessibleTextRole, row.spoken);
    switch (row.kind) {
    case PaletteRow::Kind::Heading: {
        item->setFlags(Qt::NoItemFlags);
        QFont bold = font();
        bold.setWeight(QFont::DemiBold);
        item->setFont(bold);
        break;
    }
    case PaletteRow::Kind::Damage:
        item->setFlags(Qt::ItemIsEnabled);
        break;
    case PaletteRow::Kind::Entry:
        if (row.isOwn())
            item->setFlags(item->flags() | Qt::ItemIsEditable);
        break;
    }
}

std::vector<PaletteEntry> HostPalette::entries() const
{
    std::vector<PaletteEntry> entries;
    for (const PaletteRow& row : m_rows) {
        if (row.kind == PaletteRow::Kind::Entry)
            entries.push_back(row.entry);
    }
    return entries;
}

const PaletteRow* HostPalette::rowAt(const QListWidgetItem* item) const
{
    if (!item)
        return nullptr;
    const PaletteRow& there = m_rows[static_cast<std::size_t>(row(item))];
    return there.kind == PaletteRow::Kind::Entry ? &there : nullptr;
}

HostBook& HostPalette::bookOf(const PaletteRow& row)
{
    return row.origin == PaletteOrigin::Template ? m_templates : m_book;
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

Result<void> HostPalette::saveTemplate(const Host& host)
{
    const Result<void> saved = m_templates.save(host);
    fill();
    if (saved)
        select(QString::fromStdString(host.name), PaletteOrigin::Template);
    return saved;
}

void HostPalette::tintIcons()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const ThemeColors& colors = themeColors(palette());
    for (int number = 0; number < count(); ++number) {
        const PaletteRow& row = m_rows[static_cast<std::size_t>(number)];
        if (row.kind == PaletteRow::Kind::Heading)
            item(number)->setForeground(colors.mutedText);
        else
            item(number)->setIcon(
                tintedIcon(row.icon, row.kind == PaletteRow::Kind::Damage ? colors.warning : colors.accent));
    }
}

void HostPalette::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcons();
    QListWidget::changeEvent(event);
}

QSize HostPalette::sizeHint() const
{
    return {170, kFreshRows * sizeHintForRow(0) + 24};
}

void HostPalette::select(const QString& name, PaletteOrigin origin)
{
    for (int number = 0; number < count(); ++number) {
        const PaletteRow* row = rowAt(item(number));
        if (row && row->origin == origin && row->name == name) {
            setCurrentRow(number);
            scrollToItem(item(number));
        }
    }
}

void HostPalette::renameTo(const QListWidgetItem& item)
{
    const PaletteRow* row = rowAt(&item);
    const QString name = item.text().trimmed();
    if (!row || !row->isOwn() || name == row->name)
        return;
    const Result<void> renamed = bookOf(*row).rename(row->entry.known.name, name.toStdString());
    // Not at once: the editor of the item is still open.
    QMetaObject::invokeMethod(
        this,
        [this, origin = row->origin, shown = renamed ? name : row->name] {
            fill();
            select(shown, origin);
        },
        Qt::QueuedConnection);
    if (!renamed)
        emit failed(errorSentence(renamed.error()));
}

void HostPalette::forgetCurrent()
{
    const PaletteRow* row = rowAt(currentItem());
    if (!row || !row->isOwn())
        return;
    const std::string name = row->entry.known.name;
    HostBook& book = bookOf(*row);
    QMessageBox box(QMessageBox::Question, tr("Remove from the palette"),
                    tr("Remove “%1” from the palette?").arg(QString::fromStdString(name)),
                    QMessageBox::Yes | QMessageBox::No, this);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Drawings keep the hosts that came of it. This cannot be undone."));
    box.button(QMessageBox::Yes)->setText(tr("Remove"));
    box.button(QMessageBox::No)->setText(tr("Keep"));
    if (box.exec() != QMessageBox::Yes)
        return;
    const int number = currentRow();
    const Result<void> forgotten = book.forget(name);
    fill();
    setCurrentRow(qMin(number, count() - 1));
    if (!forgotten)
        emit failed(errorSentence(forgotten.error()));
}

void HostPalette::keyPressEvent(QKeyEvent* event)
{
    const PaletteRow* row = rowAt(currentItem());
    if (row && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit entryWanted(row->entry);
    else if (row && row->isOwn() && event->key() == Qt::Key_Delete)
        forgetCurrent();
    else
        QListWidget::keyPressEvent(event);
}

void HostPalette::contextMenuEvent(QContextMenuEvent* event)
{
    const PaletteRow* row = rowAt(currentItem());
    if (!row)
        return;
    QMenu menu(this);
    connect(menu.addAction(tr("Add to the drawing")), &QAction::triggered, this,
            [this, wanted = row->entry] { emit entryWanted(wanted); });
    if (row->isOwn()) {
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

void HostPalette::startDrag(Qt::DropActions)
{
    const PaletteRow* row = rowAt(currentItem());
    if (!row)
        return;
    CanvasCard card;
    card.icon = row->icon;
    card.name = row->name;
    auto* drag = new QDrag(this);
    drag->setMimeData(toMimeData(row->entry));
    drag->setPixmap(cardPicture(card, devicePixelRatioF(), themeColors(palette())));
    drag->setHotSpot(kCardRect.center().toPoint());
    drag->exec(Qt::CopyAction);
}

} // namespace lockstep
