// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/inventory/host_inventories.h"

#include <QAbstractItemModel>
#include <QVector>

namespace lockstep {

/// Something that a host keeps, as a row of the tree: a run, or a deployment.
struct KeptItem {
    int host = 0; ///< of the inventories
    std::optional<KeptRun> run{};
    std::optional<Deployment> deployment{};

    bool isGoingOn() const { return run && run->goesOn(); }
    /// There is something to end: the run, or what is left of it.
    bool mayBeEnded() const { return run && (run->goesOn() || run->hasLeftProcesses()); }
    bool mayBeRemoved() const
    {
        return run ? run->mayBeRemoved() : deployment && deployment->use == DeploymentUse::None;
    }
    bool mayBeAdopted() const { return run && run->bytes > 0; }
};

/// What hosts keep as a tree: a row for each host, below it its runs, then its deployments.
class InventoryModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, State, Began, Size, Detail, ColumnCount };
    static constexpr int kSortRole = Qt::UserRole; ///< numbers as numbers, times as times

    /// `inventories` outlive it. `runs`: this desktop's own runs folder, to tell which runs are in it.
    InventoryModel(const HostInventories& inventories, QString runs, QObject* parent = nullptr);

    /// The hosts are others.
    void reset();
    /// A host has told something new; its rows are made anew only when what it keeps is another.
    void refresh(int host);
    /// None of a host's own row.
    std::optional<KeptItem> item(const QModelIndex& index) const;
    bool isHere(const KeptItem& item) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant hostData(int host, int column, int role) const;
    QVariant itemData(const KeptItem& item, int column, int role) const;
    QString textOf(const KeptItem& item, int column) const;

    const HostInventories& m_inventories;
    QString m_runs;
    QVector<QVector<KeptItem>> m_items; ///< by host
};

} // namespace lockstep
