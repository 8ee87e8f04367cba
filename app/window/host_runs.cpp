// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_runs.h"

#include "app/inventory/chosen_hosts.h"
#include "app/inventory/inventory_dialog.h"
#include "app/runs/connection_questions.h"
#include "app/settings/remembered.h"
#include "app/topology/topology_scene.h"
#include "app/window/design_page.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

QVector<Host> chosenHosts(const std::set<std::string>& selected, const Topology& topology)
{
    Topology chosen;
    std::ranges::copy_if(topology.hosts, std::back_inserter(chosen.hosts),
                         [&selected](const Host& host) { return selected.contains(host.id); });
    if (!chosen.hosts.empty())
        return hostsOf(chosen);
    chosen.hosts = topology.hosts;
    chosen.hosts.push_back(thisComputer()); // the last, so that one that is drawn keeps its name
    return hostsOf(chosen);
}

void showHostRuns(RemoteOptions options, MainWindow& window)
{
    options.runsFolder = window.runsFolder();
    auto* dialog = new InventoryDialog(options, &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    new ConnectionQuestions(dialog->inventories(), dialog);
    QObject::connect(dialog, &InventoryDialog::runWanted, &window, &MainWindow::openRun);
    dialog->setHosts(
        chosenHosts(window.designPage().scene().selection().nodes, window.document().experiment().topology));
    fitScreen(*dialog);
    dialog->show();
}

} // namespace

void offerHostRuns(WindowActions& actions, const RemoteOptions& options, MainWindow& window)
{
    QObject::connect(&actions, &WindowActions::hostRunsWanted, &window,
                     [options, &window] { showHostRuns(options, window); });
}

} // namespace lockstep
