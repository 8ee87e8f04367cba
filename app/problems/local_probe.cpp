// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/local_probe.h"

#include <QProcess>

namespace lockstep {

namespace {

/// A broken GPU's driver may hold a probe up for seconds.
constexpr int kDeadlineMs = 10'000;

} // namespace

Result<HostReport> probeThisComputer(const QString& engine)
{
    QProcess process;
    process.start(engine, {QStringLiteral("probe")}, QIODevice::ReadOnly);
    if (!process.waitForFinished(kDeadlineMs) || process.exitCode() != 0) {
        const std::string reason = process.errorString().toStdString();
        process.kill();
        process.waitForFinished();
        return Error{LOCKSTEP_TEXT("%1 cannot be asked: %2."), {engine.toStdString(), reason}, {}};
    }
    const QByteArray line = process.readAllStandardOutput().trimmed();
    return parseHostReport({line.constData(), static_cast<std::size_t>(line.size())});
}

} // namespace lockstep
