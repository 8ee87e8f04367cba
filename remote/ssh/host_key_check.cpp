// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/host_key_lists.h"
#include "remote/ssh/known_hosts.h"
#include "remote/ssh/ssh_session.h"

#include <QByteArray>
#include <libssh/libssh.h>
#include <optional>
#include <sys/mman.h>

namespace lockstep {

namespace {

std::optional<HostKey> serverKey(ssh_session session)
{
    ssh_key raw = nullptr;
    if (ssh_get_server_publickey(session, &raw) != SSH_OK)
        return std::nullopt;
    const SshKeyHandle key(raw);
    char* base64 = nullptr;
    if (ssh_pki_export_pubkey_base64(key.get(), &base64) != SSH_OK)
        return std::nullopt;
    HostKey answer;
    answer.blob = QByteArray::fromBase64(base64).toStdString();
    ssh_string_free_char(base64);
    if (answer.blob.size() < 4)
        return std::nullopt;
    const auto size = static_cast<unsigned char>(answer.blob[3]);
    answer.type = answer.blob.substr(4, size);
    return answer;
}

/// libssh's opinion of the same lines, through a file in memory. Only a verdict against the key counts: its
/// "unknown" comes from lines that it cannot read.
HostKeyVerdict secondOpinion(ssh_session session, const std::string& lines)
{
    const Descriptor file(::memfd_create("lockstep-known-hosts", MFD_CLOEXEC));
    std::string_view left = lines;
    while (file && !left.empty()) {
        const auto written = ::write(file.get(), left.data(), left.size());
        if (written <= 0)
            return HostKeyVerdict::Unverifiable;
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    const std::string path = "/proc/self/fd/" + std::to_string(file.get());
    if (!file || ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, path.c_str()) != SSH_OK)
        return HostKeyVerdict::Unverifiable;
    const auto answer = ssh_session_is_known_server(session);
    ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    switch (answer) {
    case SSH_KNOWN_HOSTS_CHANGED:
        return HostKeyVerdict::Changed;
    case SSH_KNOWN_HOSTS_OTHER:
        return HostKeyVerdict::OtherType;
    case SSH_KNOWN_HOSTS_ERROR:
        return HostKeyVerdict::Unverifiable;
    default:
        return HostKeyVerdict::Trusted;
    }
}

std::string placeOf(const KnownHostsLine& line)
{
    return line.line == 0 ? line.file : line.file + ":" + std::to_string(line.line);
}

/// What stands between us and this host, and how to get it out of the way.
Error refusal(const SshTarget& target, const HostKey& key, const HostKeyAnswer& answer)
{
    const KnownHostsLine line = answer.lines.empty() ? KnownHostsLine{} : answer.lines.front();
    const std::string shown = key.type + " " + fingerprintOf(key.blob);
    const std::string known = line.keyType + " " + line.fingerprint;
    switch (answer.verdict) {
    case HostKeyVerdict::Revoked:
        return {LOCKSTEP_TEXT(
                    "The key of %1 is revoked (%2, in %3). Someone may be impersonating the host. Do not "
                    "connect; ask its administrator for a new key."),
                {target.address(), shown, placeOf(line)},
                ""};
    case HostKeyVerdict::Changed:
    case HostKeyVerdict::OtherType:
        return {
            LOCKSTEP_TEXT("The key of %1 has changed: the host shows %2, known is %3 (%4). Someone may be "
                          "impersonating the host. Only if its administrator confirms the new key, remove "
                          "that line and connect again."),
            {target.address(), shown, known, placeOf(line)},
            ""};
    case HostKeyVerdict::Authority:
        return {
            LOCKSTEP_TEXT("%1 is known by a certificate authority only (%2), and host certificates are not "
                          "supported. Add the host's own key (%3) to known_hosts after checking it."),
            {target.address(), placeOf(line), shown},
            ""};
    default:
        return {LOCKSTEP_TEXT(
                    "%1 cannot be verified: %2 may be about it and cannot be read (%3). Repair or remove "
                    "it, then connect again. The host shows %4."),
                {target.address(), placeOf(line), line.reason, shown},
                ""};
    }
}

} // namespace

Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter& prompter)
{
    const SshTarget& target = session.target();
    const auto key = serverKey(session.handle());
    if (!key)
        return session.broken();
    const HostKeyLists known = HostKeyLists::read(target, options);
    HostKeyAnswer answer = known.check(*key);
    char* seenName = nullptr;
    const bool sameName = ssh_options_get(session.handle(), SSH_OPTIONS_HOST, &seenName) == SSH_OK &&
                          knownHostsName(seenName, 22) == knownHostsName(target.host, 22);
    ssh_string_free_char(seenName);
    if (sameName) {
        const HostKeyVerdict second = secondOpinion(session.handle(), known.plainLines());
        // The stricter one wins, but for a key that is listed beside older ones of the same host.
        if (answer.verdict != HostKeyVerdict::Trusted || second == HostKeyVerdict::Changed)
            answer.verdict = std::max(answer.verdict, second);
    }
    if (answer.verdict == HostKeyVerdict::Trusted)
        return {};
    if (answer.verdict != HostKeyVerdict::Unknown)
        return refusal(target, *key, answer);

    if (!prompter.mayAsk())
        return Error{
            LOCKSTEP_TEXT("The key of %1 is not known (%2). Connect once by hand to check and accept it."),
            {target.address(), key->type + " " + fingerprintOf(key->blob)},
            ""};
    if (!prompter.trustHostKey({target.address(), key->type, fingerprintOf(key->blob)}))
        return Error{LOCKSTEP_TEXT("The key of %1 was not accepted (%2)."),
                     {target.address(), key->type + " " + fingerprintOf(key->blob)},
                     ""};
    return appendKnownHost(options.ownKnownHostsFile, target.host, target.port, *key);
}

} // namespace lockstep
