// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class DocumentActions;
class ExperimentDocument;
class MainWindow;
class RunList;
class RunPage;

/// Shows on a run's page what the run was started with beside what the document has now, and opens the former
/// as a document. The others outlive the page.
void addRunSettings(RunPage& page, ExperimentDocument& document, DocumentActions& actions);

/// Opens as a document what a run of the list was started with, and runs the document with several values
/// where the list is asked to. The others outlive the list.
void addRunList(RunList& list, ExperimentDocument& document, DocumentActions& actions, MainWindow& window);

} // namespace lockstep
