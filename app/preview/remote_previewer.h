// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewer.h"
#include "remote/hosts/host_previewer.h"

namespace lockstep {

/// Previews data of a host that is reached over SSH.
class RemotePreviewer : public Previewer {
    Q_OBJECT
public:
    RemotePreviewer(const Host& host, const RemoteOptions& options, QObject* parent = nullptr);

    void preview(const PreviewRequest& request) override;
    void cancel() override;
    /// Whoever puts questions to a person listens to it.
    HostPreviewer& host() { return m_host; }

private:
    QString m_name;
    HostPreviewer m_host;
};

} // namespace lockstep
