// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QByteArray>
#include <QSet>
#include <optional>

namespace lockstep {

/// Names that many runs have in common, each kept once.
using FieldNames = QSet<QString>;

/// The fields of a run as they stand in a column of the store.
QByteArray packed(const RunFields& fields);
/// Nothing where these are not the bytes of packed(). The names are shared with those of other runs in
/// `names`.
std::optional<RunFields> unpacked(const QByteArray& bytes, FieldNames& names);

} // namespace lockstep
