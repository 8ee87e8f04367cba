// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_settings.h"

#include "app/catalogue/run_list.h"
#include "app/comparison/comparison_panel.h"
#include "app/runs/run_page.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/main_window.h"

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
    QObject::connect(&page, &RunPage::experimentWanted, &actions, &DocumentActions::leaveForExperiment);
    QObject::connect(panel, &ComparisonPanel::documentWanted, &actions, &DocumentActions::leaveForExperiment);
}

void addRunList(RunList& list, ExperimentDocument& document, DocumentActions& actions, MainWindow& window)
{
    QObject::connect(&list, &RunList::experimentWanted, &actions, &DocumentActions::leaveForExperiment);
    QObject::connect(&list, &RunList::sweepWanted, &list, [&] {
        document.endGesture();
        window.designPage().endStart();
        if (window.designPage().isReadyToRun())
            list.beginSweep(document.forRunning());
        else
            window.showPage(WindowPage::Design); // which says why
    });
}

} // namespace lockstep
