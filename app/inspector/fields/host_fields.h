// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/field_spec.h"

#include <QCoreApplication>

namespace lockstep {

/// The fields of a host, in the language of now.
class HostFields {
    Q_DECLARE_TR_FUNCTIONS(lockstep::HostPanel)
public:
    /// What it is called, and how it is reached.
    static FieldTable<Host> reach();
    /// What trains on it.
    static FieldTable<Host> devices();
    /// What kind of machine it is.
    static FieldTable<Host> machine();
};

} // namespace lockstep
