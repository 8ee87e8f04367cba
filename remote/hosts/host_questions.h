// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/host_event.h"
#include "remote/remote_options.h"

#include <optional>
#include <set>
#include <string>

namespace lockstep {

/// The questions of a host's connection in the words of the window.
HostKeyQuestion questionOf(int host, const HostKeyAsked& asked);
SecretQuestion questionOf(int host, const HostSecretAsked& asked);
LibraryQuestion questionOf(int host, const HostLibrariesAsked& asked);

/// Which answer goes to which hosts: several that need the same key file are unlocked by one. Lives on the
/// thread of whoever puts them to a person.
class HostQuestions {
public:
    /// Nothing when the question has been asked already, for another host.
    std::optional<SecretQuestion> take(int host, const HostSecretAsked& asked);
    /// The hosts whose question this host's answer answers.
    std::set<int> answered(int host);

private:
    std::set<int> m_sharing; ///< hosts that wait for one answer about m_file
    std::string m_file;
};

} // namespace lockstep
