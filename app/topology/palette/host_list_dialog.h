// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/host_list.h"
#include "app/document/host_list_edits.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lockstep {

/// Takes a list of hosts as text, typed, pasted or from a file, and says at once what it read in it: how many
/// hosts and ranks, which of them the drawing has already, and which lines name no host.
class HostListDialog : public QDialog {
    Q_OBJECT
public:
    /// `topology`: the drawing that they go to.
    HostListDialog(const Topology& topology, const QString& text, QWidget* parent = nullptr);

    /// Those that are new, each with its devices. REQUIRES: accepted.
    const std::vector<Host>& hosts() const { return m_hosts; }
    Join join() const;

    /// The list in a file, at most 1 MiB of it.
    static Result<QString> readFile(const QString& path);

private:
    QLayout* choices();
    void askForFile();
    void check();
    void showProblems(const std::vector<HostListProblem>& problems);
    void goToLine(int line);

    const Topology m_topology;
    std::vector<Host> m_hosts;
    QPlainTextEdit* m_text;
    QComboBox* m_devices;
    QCheckBox* m_join;
    QLabel* m_verdict;
    QListWidget* m_problems;
    QPushButton* m_add;
};

} // namespace lockstep
