// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inventory/inventory_model.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace lockstep {

/// What hosts keep: runs, whoever began them, and deployments, with their sizes; to be adopted, ended and
/// removed. It asks as soon as it has hosts, and may stay open beside everything else.
class InventoryDialog : public QDialog {
    Q_OBJECT
public:
    /// `options.runsFolder`: where adopted runs go. Questions of connections are for whoever opened it.
    explicit InventoryDialog(RemoteOptions options, QWidget* parent = nullptr);

    /// Asks these hosts, in place of those before.
    void setHosts(const QVector<Host>& hosts);
    HostInventories& inventories() { return m_inventories; }

signals:
    /// A run of this desktop's, now if not before, is to be shown.
    void runWanted(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void lay();
    void retranslate();
    static void showOne(QPushButton* shown, QPushButton* other);
    void showState();
    void askOther();
    void openChosen();
    void endChosen();
    void removeChosen();
    void refreshAll();
    void takeOutcome(int host, const HostDeedOutcome& outcome);
    QVector<KeptItem> chosen() const;
    QVector<KeptItem> chosen(bool (KeptItem::*fits)() const) const;

    QString m_runs;
    HostInventories m_inventories;
    InventoryModel m_model;
    QVector<Host> m_hosts;
    QStringList m_said; ///< what has failed since the last deed was begun
    QTreeView* m_tree;
    QLabel* m_state;
    QLabel* m_otherLabel;
    QLineEdit* m_other;
    QPushButton* m_ask;
    QPushButton* m_open;
    QPushButton* m_end;
    QPushButton* m_remove;
    QPushButton* m_refresh;
    QPushButton* m_cancel;
    QPushButton* m_close;
};

} // namespace lockstep
