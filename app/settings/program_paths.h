// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

#include <QString>

namespace lockstep {

/// Where the program finds its own parts, from a build tree (build/release/bin) or an installation
/// (PREFIX/bin).
struct ProgramPaths {
    QString engine;    ///< bin/lockstep-engine
    QString bundle;    ///< ../lib/lockstep/bundle
    QString templates; ///< ../share/lockstep/templates, else the source tree's resources/templates
    QString manual;    ///< likewise
};
ProgramPaths programPaths();
/// Options for a RunController with these parts; the user's own places for everything else.
RemoteOptions defaultRemoteOptions();

} // namespace lockstep
