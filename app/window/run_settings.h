// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class DocumentActions;
class ExperimentDocument;
class RunPage;

/// Shows on a run's page what the run was started with beside what the document has now, and opens the former
/// as a document. The others outlive the page.
void addRunSettings(RunPage& page, ExperimentDocument& document, DocumentActions& actions);

} // namespace lockstep
