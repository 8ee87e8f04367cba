// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/field_spec.h"

/// The fields of what is drawn besides hosts, in the language of now.
namespace lockstep {

FieldTable<Switch> switchFields();
FieldTable<Network> networkFields();
FieldTable<Link> linkFields();

} // namespace lockstep
