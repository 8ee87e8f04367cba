// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/logs/log_stamp.h"

#include <QByteArrayView>
#include <QtGlobal>
#include <optional>

namespace lockstep {

/// How grave a line of a log is.
enum class LogLevel : quint8 { Debug, Info, Warning, Error };

/// What a line says of itself: glog's letter, a word like WARNING or ERROR in capitals near its beginning (as
/// Python's logging and NCCL write it), "warning:" or "error:" behind its time (as this program does), the
/// end of a Python traceback. Nothing when it says nothing. Looks at its first bytes only.
std::optional<LogLevel> levelOf(QByteArrayView line);
/// The same, where timeOf(line) is known already.
std::optional<LogLevel> levelOf(QByteArrayView line, const std::optional<LineTime>& time);

/// Whether a line that says nothing belongs to the one before it: it is indented.
bool continuesLine(QByteArrayView line);

} // namespace lockstep
