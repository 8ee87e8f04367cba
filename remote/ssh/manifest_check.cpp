// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/manifest_check.h"

#include "remote/printable.h"

namespace lockstep {

Result<std::optional<Sentence>> findDamage(SshSession& session, const std::string& folder, Deadline deadline)
{
    constexpr const char* kVerified = "lockstep-verified";
    const auto answer = session.exec(
        "cd " + folder + " && sha256sum -c --quiet MANIFEST.sha256 && echo " + kVerified, deadline);
    if (!answer)
        return answer.error();
    // The word as well as the status: a start-up file that leaves early says 0 and has verified nothing.
    if (answer.value().exitStatus == 0 && answer.value().output.find(kVerified) != std::string::npos)
        return std::optional<Sentence>();
    const std::string said = printableTail(answer.value().output + answer.value().errors);
    return std::optional<Sentence>(said.empty() ? Sentence(LOCKSTEP_TEXT("sha256sum said nothing"))
                                                : Sentence(said));
}

} // namespace lockstep
