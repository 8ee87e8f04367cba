// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/local_probe.h"

#include "app/problems/engine_question.h"

namespace lockstep {

QStringList probeArguments()
{
    return {QStringLiteral("probe")};
}

Result<HostReport> reportOf(const EngineAnswer& answer)
{
    if (!answer.isOk) {
        const QString& reason = answer.refusal.isEmpty() ? answer.failure : answer.refusal;
        return Error{LOCKSTEP_TEXT("The engine could not be asked about this computer: %1."),
                     {reason.toStdString()},
                     {}};
    }
    const QByteArray line = answer.output.trimmed();
    return parseHostReport({line.constData(), static_cast<std::size_t>(line.size())});
}

Result<HostReport> probeThisComputer(const QString& engine)
{
    return reportOf(askEngine(engine, probeArguments()));
}

} // namespace lockstep
