// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QString>

namespace lockstep {

class TopologyScene;

/// What a screen reader says of the canvas: what is selected, and where the keyboard is when that is not
/// selected; or what the keys do that draw a link.
QString canvasDescription(const ExperimentDocument& document, const TopologyScene& scene,
                          const ElementSet& keyboardAt);
/// The ends of the link that is on its way by key, and the keys for it. REQUIRES: scene.isLinkingByKey().
QString linkHint(const ExperimentDocument& document, const TopologyScene& scene);

} // namespace lockstep
