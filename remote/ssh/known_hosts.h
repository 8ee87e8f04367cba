// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"
#include "remote/ssh/key_blob.h"

#include <string>
#include <string_view>
#include <vector>

/// OpenSSH's list of host keys (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"), read strictly: where OpenSSH skips a
/// line that it cannot read, this reader says that the host cannot be verified, because the line may have
/// been the one that revokes the key.
namespace lockstep {

/// From the mildest to the strictest.
enum class HostKeyVerdict {
    Trusted,
    Unknown,      ///< no line is about this host: a person may be asked
    Authority,    ///< only a @cert-authority line is; host certificates are not supported
    OtherType,    ///< only keys of other types are known
    Changed,      ///< another key of this type is known
    Unverifiable, ///< a file or a line that may be about this host cannot be read
    Revoked,
};

/// A line that led to the verdict.
struct KnownHostsLine {
    std::string file;
    int line = 0; ///< from 1; 0: the file as a whole
    std::string keyType;
    std::string fingerprint; ///< "SHA256:..."; empty when there is no readable key
    Sentence reason;         ///< why it cannot be read
};

struct HostKeyAnswer {
    HostKeyVerdict verdict = HostKeyVerdict::Unknown;
    std::vector<KnownHostsLine> lines;
};

class KnownHosts {
public:
    /// Reads these files; one that is not there has no lines, one that cannot be read makes every host
    /// unverifiable.
    static KnownHosts read(const std::vector<std::string>& files);
    /// Adds lines from memory under this name.
    void add(const std::string& file, std::string_view text);

    HostKeyAnswer check(const std::string& host, int port, const HostKey& key) const;
    /// For a host that goes by another name here (HostKeyAlias), whatever its port.
    HostKeyAnswer checkAlias(const std::string& alias, const std::string& host, const HostKey& key) const;
    /// Types of the keys known for this host, in the order of the lines, for asking the server for one of
    /// them.
    std::vector<std::string> keyTypes(const std::string& host, int port) const;
    /// All readable lines without markers, for a second opinion.
    std::string plainLines() const;

private:
    enum class Marker { None, Revoked, Authority, Damaged };
    enum class Match { No, Yes, Perhaps };
    struct Line {
        std::string file;
        int number = 0;
        Marker marker = Marker::None;
        std::string hosts;
        HostKey key;
        std::string damage; ///< empty: readable
    };
    /// `bare`: a further name under which a key may be revoked.
    HostKeyAnswer checkName(const std::string& name, const std::string& bare, const HostKey& key) const;
    static Line parseLine(std::string_view text);
    static Match matches(const Line& line, const std::string& name);
    static KnownHostsLine describe(const Line& line);

    std::vector<Line> m_lines;
    std::vector<KnownHostsLine> m_unreadable;
};

/// How a host is written there: "gpu-1", or "[gpu-1]:2222" for another port than 22. In lower case.
std::string knownHostsName(const std::string& host, int port);

/// Appends a key to our own list: under a lock, in a new file that replaces the old one (mode 0600), every
/// other line unchanged. Never any other program's list.
Result<void> appendKnownHost(const std::string& file, const std::string& host, int port, const HostKey& key);

} // namespace lockstep
