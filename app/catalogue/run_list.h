// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/summary/run_entry.h"
#include "remote/remote_options.h"

#include <QString>
#include <QWidget>
#include <memory>

class QModelIndex;

namespace lockstep {

/// Runs of a runs folder, newest first, each with what is true of it now; a double click or Enter opens one.
class RunList : public QWidget {
    Q_OBJECT
public:
    /// Lists those of `options.runsFolder`.
    explicit RunList(RemoteOptions options, QWidget* parent = nullptr);
    ~RunList() override;
    /// Reads the folder again, off the GUI thread.
    void refresh();
    /// Asks the hosts of the runs whose state is not known, and watches those that go on until the list is
    /// hidden.
    void inquire();
    /// Lists the runs of another folder; empty: the usual one.
    void setFolder(const QString& runsFolder);

signals:
    void openRequested(const QString& runFolder);

protected:
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    void retranslate();
    void sizeColumns();
    void showEntries(QVector<RunEntry> entries);
    void showInquiry();
    void open(const QModelIndex& index);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
