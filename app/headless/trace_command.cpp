// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/trace_command.h"

#include "app/headless/headless.h"
#include "app/timeline/trace_export.h"

#include <QCoreApplication>
#include <algorithm>
#include <cstdio>

namespace lockstep {

int exportTrace(const RunFolder& folder, const QString& file)
{
    const Result<qint64> steps = writeTrace(folder, file);
    if (!steps)
        return refuse(steps.error(), ExitCode::Failure);
    const auto shown = static_cast<int>(std::min<qint64>(*steps, 1'000'000'000));
    std::printf(
        "%s\n",
        qUtf8Printable(
            QCoreApplication::translate("Headless", "%Ln step(s) written to %1", nullptr, shown).arg(file)));
    return 0;
}

} // namespace lockstep
