// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory/inventory_model.h"

#include "app/inventory/chosen_hosts.h"
#include "app/inventory/holdings_texts.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/moment_text.h"
#include "app/text/number_text.h"

#include <QDir>
#include <QFileInfo>

namespace lockstep {

namespace {

constexpr quintptr kHostRow = 0; ///< internal id of a host's own row; others have the host's number and one

QDateTime beganAt(const KeptItem& item)
{
    const std::int64_t moment = item.run ? item.run->state.startedMs : item.deployment->arrivedMs;
    return moment == 0 ? QDateTime() : QDateTime::fromMSecsSinceEpoch(moment);
}

qint64 sizeOf(const KeptItem& item)
{
    return static_cast<qint64>(item.run ? item.run->bytes : item.deployment->bytes);
}

QVector<KeptItem> itemsOf(const HostInventory& inventory, int host)
{
    QVector<KeptItem> items;
    for (const KeptRun& run : inventory.runs)
        items.append({.host = host, .run = run});
    for (const Deployment& deployment : inventory.deployments)
        items.append({.host = host, .deployment = deployment});
    return items;
}

bool isSame(const KeptItem& a, const KeptItem& b)
{
    return a.run == b.run && a.deployment == b.deployment;
}

} // namespace

InventoryModel::InventoryModel(const HostInventories& inventories, QString runs, QObject* parent)
    : QAbstractItemModel(parent), m_inventories(inventories), m_runs(std::move(runs))
{
}

void InventoryModel::reset()
{
    beginResetModel();
    m_items.clear();
    for (int host = 0; host < m_inventories.count(); ++host)
        m_items.append(itemsOf(m_inventories.holdings(host).inventory, host));
    endResetModel();
}

void InventoryModel::refresh(int host)
{
    const QModelIndex above = index(host, 0);
    QVector<KeptItem>& present = m_items[host];
    QVector<KeptItem> now = itemsOf(m_inventories.holdings(host).inventory, host);
    emit dataChanged(above, index(host, ColumnCount - 1));
    if (std::ranges::equal(present, now, isSame))
        return;
    if (!present.isEmpty()) {
        beginRemoveRows(above, 0, static_cast<int>(present.size()) - 1);
        present.clear();
        endRemoveRows();
    }
    if (!now.isEmpty()) {
        beginInsertRows(above, 0, static_cast<int>(now.size()) - 1);
        present = std::move(now);
        endInsertRows();
    }
}

std::optional<KeptItem> InventoryModel::item(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kHostRow)
        return std::nullopt;
    return m_items[static_cast<qsizetype>(index.internalId() - 1)][index.row()];
}

bool InventoryModel::isHere(const KeptItem& item) const
{
    return item.run && QFileInfo::exists(QDir(m_runs).filePath(QString::fromStdString(item.run->state.run)) +
                                         QStringLiteral("/run.json"));
}

QModelIndex InventoryModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{kHostRow});
}

QModelIndex InventoryModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kHostRow)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{kHostRow});
}

int InventoryModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_items.size());
    const bool isHost = parent.internalId() == kHostRow && parent.column() == 0;
    return isHost ? static_cast<int>(m_items[parent.row()].size()) : 0;
}

QVariant InventoryModel::data(const QModelIndex& index, int role) const
{
    const auto kept = item(index);
    return kept ? itemData(*kept, index.column(), role) : hostData(index.row(), index.column(), role);
}

QVariant InventoryModel::hostData(int host, int column, int role) const
{
    const HostHoldings& holdings = m_inventories.holdings(host);
    const QString progress = holdingsProgress(holdings);
    if (role == kSortRole)
        return host;
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (column) {
    case Name:
        return inertString(holdings.host.name);
    case State: {
        const QString text = progress.isEmpty() ? holdingsTotal(holdings.inventory) : progress;
        return role == Qt::ToolTipRole ? text.toHtmlEscaped() : text;
    }
    case Began:
        return holdings.asOf.isValid()
                   ? tr("as of %1").arg(holdings.asOf.toString(QStringLiteral("HH:mm:ss")))
                   : QString();
    case Detail:
        return inertString(loginText(holdings.host));
    default:
        return {};
    }
}

QString InventoryModel::textOf(const KeptItem& item, int column) const
{
    switch (column) {
    case Name:
        if (!item.run)
            return deploymentTitle(item.deployment->reference);
        return item.run->state.name.empty() ? inertString(item.run->state.run)
                                            : inertString(item.run->state.name);
    case State:
        return item.run ? keptRunState(*item.run) : deploymentUse(*item.deployment);
    case Began: {
        const QDateTime began = beganAt(item);
        return began.isValid() ? momentText(began) : QString();
    }
    case Size:
        return sizeText(sizeOf(item));
    default:
        return item.run ? inertString(item.run->state.run) : inertString(item.deployment->reference.name);
    }
}

QVariant InventoryModel::itemData(const KeptItem& item, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return textOf(item, column);
    case Qt::ToolTipRole: {
        const QString message = item.run ? inertString(sentenceText(item.run->state.message)) : QString();
        return (message.isEmpty() ? textOf(item, column) : message).toHtmlEscaped();
    }
    case Qt::TextAlignmentRole:
        return column == Size ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kSortRole:
        if (column == Began)
            return beganAt(item);
        return column == Size ? QVariant(sizeOf(item)) : QVariant(textOf(item, column));
    default:
        return {};
    }
}

QVariant InventoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Kept there");
    case State:
        return tr("State");
    case Began:
        return tr("Since");
    case Size:
        return tr("On the disk");
    default:
        return tr("Name");
    }
}

} // namespace lockstep
