// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace lockstep {

/// "gpu-a: ...", as the language writes it. The name is somebody else's words and is shown inert.
QString hostLine(const std::string& host, const QString& text);

} // namespace lockstep
