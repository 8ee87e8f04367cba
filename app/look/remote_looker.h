// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/look/looker.h"
#include "remote/host_looker.h"

namespace lockstep {

/// Looks at data of a host that is reached over SSH.
class RemoteLooker : public Looker {
    Q_OBJECT
public:
    RemoteLooker(const Host& host, const RemoteOptions& options, QObject* parent = nullptr);

    void look(const LookRequest& request) override;
    void cancel() override;
    /// Whoever puts questions to a person listens to it.
    HostLooker& host() { return m_host; }

private:
    QString m_name;
    HostLooker m_host;
};

} // namespace lockstep
