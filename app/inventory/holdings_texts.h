// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/inventory/host_inventories.h"

#include <QString>

/// What hosts keep, in words. All of it came from a host: these texts can be shown as they are.
namespace lockstep {

/// "Training", "Failed; 2 processes left".
QString keptRunState(const KeptRun& kept);
/// "Engine 9f86d081884c": what it is, and enough of its name to tell it from others.
QString deploymentTitle(const DeploymentReference& reference);
/// "used by 20261120-235959-digits-3f9a", "in use", "still arriving", "not used".
QString deploymentUse(const Deployment& deployment);
/// How far the asking has come, or why there is no answer: "Connecting…", "Weighing: 1.2 GB so far…". Empty:
/// it is known.
QString holdingsProgress(const HostHoldings& holdings);
/// "3 runs, 1.2 GB; 2 deployments, 130 MB".
QString holdingsTotal(const HostInventory& inventory);

/// Bytes that would become free.
qint64 bytesOf(const HostInventory& inventory, const HostDeed& deed);

} // namespace lockstep
