// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/host_palette.h"

#include "app/document/ssh_config.h"
#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/palette/palette_delegate.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QFocusEvent>
#include <QScopedValueRollback>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kFreshKinds = 5;

QString iconOf(const Host& host)
{
    if (host.connection == Connection::Local)
        return QStringLiteral("host-local");
    const bool hasGpu = std::any_of(host.devices.begin(), host.devices.end(),
                                    [](Device device) { return device.kind == DeviceKind::Cuda; });
    return hasGpu || host.gpus > 0 ? QStringLiteral("host-gpu") : QStringLiteral("host-cpu");
}

QString templatesBeside(const QString& book)
{
    return book.isEmpty() ? book : QFileInfo(book).dir().filePath(QStringLiteral("templates.json"));
}

QString joinedFacts(const Host& host)
{
    QStringList parts = {QString::fromStdString(host.facts), QString::fromStdString(host.region),
                         QString::fromStdString(host.image)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString addressOf(const Host& host)
{
    return QString::fromStdString(host.user.empty() ? host.address : host.user + '@' + host.address);
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
        if (const PaletteEntry* entry = entryAt(item))
            emit entryWanted(*entry);
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
    m_entries.clear();
    addFreshEntries();
    addHosts(tr("Host templates"), m_templates.hosts(), Origin::Template);
    addDamage(tr("Host templates"), m_templates);
    addHosts(tr("Saved hosts"), m_book.hosts(), Origin::Saved);
    addDamage(tr("Saved hosts"), m_book);
    addHosts(tr("From SSH"), sshConfigHosts(m_sshConfig), Origin::Ssh);
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

void HostPalette::addHosts(const QString& heading, const std::vector<Host>& hosts, Origin origin)
{
    if (hosts.empty())
        return;
    addHeading(heading);
    for (const Host& host : hosts) {
        const bool isTemplate = origin == Origin::Template;
        const QString name = QString::fromStdString(host.name);
        const QString facts = joinedFacts(host);
        const QString address = isTemplate ? QString() : addressOf(host);
        QStringList lines = {name, address, facts};
        if (isTemplate)
            lines << tr("A template: every host made of it has a name of its own; type its address.");
        lines.removeAll(QString());
        addEntryItem({isTemplate ? PaletteEntry::Kind::Template : PaletteEntry::Kind::KnownHost, host},
                     iconOf(host), name, lines.join(u'\n'));
        QListWidgetItem* made = item(count() - 1);
        made->setData(kPaletteOriginRole, static_cast<int>(origin));
        const QString detail = isTemplate || address.isEmpty() ? facts : address;
        made->setData(kPaletteDetailRole, detail);
        made->setData(Qt::AccessibleTextRole, detail.isEmpty() ? name : name + QStringLiteral(", ") + detail);
        if (origin != Origin::Ssh)
            made->setFlags(made->flags() | Qt::ItemIsEditable);
    }
}

/// A book that cannot be read is said where its hosts would stand.
void HostPalette::addDamage(const QString& heading, const HostBook& book)
{
    if (!book.error())
        return;
    addHeading(heading);
    auto* item = new QListWidgetItem(tr("Cannot be read"), this);
    item->setData(kPaletteIconRole, QStringLiteral("warning"));
    item->setToolTip(wrappedText(errorSentence(*book.error())));
    item->setData(Qt::AccessibleTextRole, errorSentence(*book.error()));
    item->setFlags(Qt::ItemIsEnabled);
}

void HostPalette::addEntryItem(PaletteEntry entry, const QString& icon, const QString& name,
                               const QString& toolTip)
{
    auto* item = new QListWidgetItem(name, this);
    item->setData(kPaletteEntryRole, static_cast<int>(m_entries.size()));
    item->setData(kPaletteIconRole, icon);
    item->setData(kPaletteOriginRole, static_cast<int>(Origin::Fresh));
    item->setToolTip(wrappedText(toolTip));
    m_entries.push_back(std::move(entry));
}

const PaletteEntry* HostPalette::entryAt(const QListWidgetItem* item) const
{
    if (!item || !item->data(kPaletteEntryRole).isValid())
        return nullptr;
    return &m_entries[static_cast<std::size_t>(item->data(kPaletteEntryRole).toInt())];
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
        select(QString::fromStdString(host.name), Origin::Template);
    return saved;
}

void HostPalette::tintIcons()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const ThemeColors& colors = themeColors(palette());
    for (int row = 0; row < count(); ++row) {
        const QString icon = item(row)->data(kPaletteIconRole).toString();
        if (entryAt(item(row)))
            item(row)->setIcon(tintedIcon(icon, colors.accent));
        else if (!icon.isEmpty())
            item(row)->setIcon(tintedIcon(icon, colors.warning));
        else
            item(row)->setForeground(colors.mutedText);
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
    return {170, kFreshKinds * sizeHintForRow(0) + 24};
}

} // namespace lockstep
