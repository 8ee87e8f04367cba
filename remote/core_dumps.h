// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Keeps passwords, passphrases and tokens out of core dumps: this process leaves none, to no file and to no
/// program that collects them, and other processes of the same user cannot read its memory. To be called
/// before there is any secret; what it starts later has at least no core files.
void forbidCoreDumps();

} // namespace lockstep
