// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QVector>

class QWidget;

namespace lockstep {

/// Says what deleting these runs frees, and what it leaves, and asks. The answer: the folders of those that
/// may go; none, where a person refused or all of them go on.
QStringList askWhatToDelete(const QVector<CatalogueRun>& runs, QWidget& window);

} // namespace lockstep
