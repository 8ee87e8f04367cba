// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inventory/inventory_model.h"

class QWidget;

namespace lockstep {

/// What ends an item: Stop for a run that goes on, Sweep for what another has left. REQUIRES: mayBeEnded().
HostDeed endOf(const KeptItem& item);
/// REQUIRES: mayBeRemoved().
HostDeed removalOf(const KeptItem& item);

/// Asks the person, who is told what it means and how much becomes free; refusing is what Enter does.
bool mayEnd(const QVector<KeptItem>& items, QWidget& window);
bool mayRemove(const QVector<KeptItem>& items, QWidget& window);

} // namespace lockstep
