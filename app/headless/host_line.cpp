// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/host_line.h"

#include "app/text/inert_text.h"

#include <QCoreApplication>

namespace lockstep {

QString hostLine(const std::string& host, const QString& text)
{
    return QCoreApplication::translate("Headless", "%1: %2", "host: state").arg(inertString(host), text);
}

} // namespace lockstep
