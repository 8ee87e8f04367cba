// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace lockstep {

/// Every text that a widget and all below it can show a person, hidden ones too: labels, buttons, fields,
/// entries, heads, tool tips, names for screen readers, menus; of plots that are in sight the axes too.
/// Sorted; "Class name: what: text" each.
QStringList textsOf(const QWidget& root);

} // namespace lockstep
