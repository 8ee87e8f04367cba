// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QPointF>
#include <QString>

namespace lockstep {

/// Copies of parts of a drawing: beside themselves, and through a clipboard. Each is one named step of undo.
/// Copies get ids of their own, running names and, for hosts, running addresses; links between copied nodes
/// are copied with them, and so is what stands on a copied network.

/// Sets `times` copies beside the elements and returns them. Links alone become parallel links.
Result<ElementSet> duplicateElements(ExperimentDocument& document, const ElementSet& elements, int times);
/// How often these elements can be duplicated before the drawing is full.
int mostDuplicates(const Topology& topology, const ElementSet& elements);

/// The elements as text that a person can read: the topology part of an experiment.
QString copyText(const Topology& topology, const ElementSet& elements);
/// Reads such a text, or a whole experiment. An error says what is wrong with it, and where.
Result<Topology> readCopy(const QString& text);
/// Adds what was copied with its middle at `center`, and returns it. A name or an address that is in use
/// already runs on.
Result<ElementSet> pasteTopology(ExperimentDocument& document, const Topology& copied, const QPointF& center);
/// Removes the elements as the second half of a cut.
void cutElements(ExperimentDocument& document, const ElementSet& elements);

} // namespace lockstep
