// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/form_field.h"

namespace lockstep {

/// The addresses of all hosts of a scope that are reached by SSH as lines, one for each host in the order in
/// which they were drawn. What is typed or pasted may say more, `user@address:port`; a user or port that a
/// line leaves out stays as it is. Hosts beyond the last line get no address.
FormField addressLinesField();

} // namespace lockstep
