// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QByteArray>

namespace lockstep {

/// Runs as a table for other programs (RFC 4180, UTF-8, numbers with a point): a line each, with their
/// parameters that are not the same in all of them and everything that they came to.
QByteArray runsCsv(const QVector<CatalogueRun>& runs);

} // namespace lockstep
