// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QStringList>

namespace lockstep {

/// What runs are called where they stand beside each other, harmlessly and one name for each: those of one
/// name are told apart by when they began, and copies of one run by their folders.
QStringList distinctNames(const QVector<CatalogueRun>& runs);

} // namespace lockstep
