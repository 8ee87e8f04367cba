// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_settings.h"

#include "app/comparison/comparison_panel.h"
#include "app/runs/run_page.h"
#include "app/window/document_actions.h"

namespace lockstep {

void addRunSettings(RunPage& page, ExperimentDocument& document, DocumentActions& actions)
{
    auto* panel = new ComparisonPanel(&page);
    page.addTab(panel);
    const auto compare = [panel, &document] { panel->setDocument(document.forRunning(), document.title()); };
    compare();
    QObject::connect(&document, &ExperimentDocument::changed, panel, compare);
    QObject::connect(&document, &ExperimentDocument::titleChanged, panel, compare);
    QObject::connect(&page, &RunPage::runShown, panel, &ComparisonPanel::showRun);
    QObject::connect(panel, &ComparisonPanel::documentWanted, &actions, &DocumentActions::leaveForExperiment);
}

} // namespace lockstep
