// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class ExperimentDocument;
class TopologyScene;
class TopologyView;

/// What actions of the canvas act on; all of it outlives them.
struct CanvasParts {
    ExperimentDocument& document;
    TopologyScene& scene;
    TopologyView& view;
};

} // namespace lockstep
