// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/remote_looker.h"

namespace lockstep {

RemoteLooker::RemoteLooker(const Host& host, const RemoteOptions& options, QObject* parent)
    : Looker(parent), m_name(QString::fromStdString(host.name)), m_host(host, options)
{
    connect(&m_host, &HostLooker::connecting, this,
            [this] { emit progressed(tr("Connecting to %1…").arg(m_name)); });
    connect(&m_host, &HostLooker::deploying, this, [this](qint64 done, qint64 total) {
        const qint64 percent = total > 0 ? done * 100 / total : 0;
        emit progressed(tr("Copying the engine to %1: %2 %…").arg(m_name).arg(percent));
    });
    connect(&m_host, &HostLooker::looking, this,
            [this] { emit progressed(tr("Looking at the data on %1…").arg(m_name)); });
    connect(&m_host, &HostLooker::answered, this, [this](const QByteArray& json) { answer(json); });
    connect(&m_host, &HostLooker::failed, this, [this](const Error& error) { answer(error); });
}

void RemoteLooker::look(const LookRequest& request)
{
    forget();
    m_host.look(request);
}

void RemoteLooker::cancel()
{
    forget();
    m_host.cancel();
}

} // namespace lockstep
