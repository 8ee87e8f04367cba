// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/remote_previewer.h"

namespace lockstep {

RemotePreviewer::RemotePreviewer(const Host& host, const RemoteOptions& options, QObject* parent)
    : Previewer(parent), m_name(QString::fromStdString(host.name)), m_host(host, options)
{
    connect(&m_host, &HostPreviewer::connecting, this,
            [this] { emit progressed(tr("Connecting to %1…").arg(m_name)); });
    connect(&m_host, &HostPreviewer::deploying, this, [this](qint64 done, qint64 total) {
        const qint64 percent = total > 0 ? done * 100 / total : 0;
        emit progressed(tr("Copying the engine to %1: %2 %…").arg(m_name).arg(percent));
    });
    connect(&m_host, &HostPreviewer::previewing, this,
            [this] { emit progressed(tr("Previewing the data on %1…").arg(m_name)); });
    connect(&m_host, &HostPreviewer::answered, this, [this](const QByteArray& json) { answer(json); });
    connect(&m_host, &HostPreviewer::failed, this, [this](const Error& error) { answer(error); });
}

void RemotePreviewer::preview(const PreviewRequest& request)
{
    forget();
    m_host.preview(request);
}

void RemotePreviewer::cancel()
{
    forget();
    m_host.cancel();
}

} // namespace lockstep
