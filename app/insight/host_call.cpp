// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/host_call.h"

#include <utility>

namespace lockstep {

void HostCall::start()
{
    m_isRunning = true;
    emit started();
    emit wanted();
}

void HostCall::cancel()
{
    if (!std::exchange(m_isRunning, false))
        return;
    emit takenBack();
    emit cancelled();
}

void HostCall::tellProgress(qint64 samples, qint64 of)
{
    if (m_isRunning)
        emit progressed(samples, of);
}

void HostCall::tellAnswer(const QByteArray& json)
{
    if (std::exchange(m_isRunning, false))
        emit answered(json);
}

void HostCall::tellError(const Error& error)
{
    if (std::exchange(m_isRunning, false))
        emit failed(error);
}

void HostCall::tellEnd()
{
    if (std::exchange(m_isRunning, false))
        emit cancelled();
}

} // namespace lockstep
