// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/deployment.h"

#include "remote/printable.h"
#include "remote/sha256_text.h"
#include "remote/ssh/arrival_check.h"
#include "remote/ssh/sftp_client.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <sys/random.h>

namespace lockstep {

namespace {

const std::string kRoot = ".lockstep";
constexpr std::uint64_t kSpareBytes = 16u << 20; ///< left free beside the payload
constexpr std::uint32_t kStaleSeconds = 24 * 3600;
constexpr std::chrono::minutes kVerifyTime{5};

/// Where a kind of payload lies on hosts, and what is said when it cannot be put there.
struct Place {
    std::string folder;
    const char* wrongMachine; ///< %1: the host, %2: its machine, %3: that of the payload
    const char* noRoom;       ///< %1: the host, %2: MiB that are free, %3: MiB that are needed
    const char* damaged;      ///< %1: the host, %2: what sha256sum said
};

const Place kEngines{
    ".lockstep/engine",
    LOCKSTEP_TEXT("%1 is a machine of type %2, but the engine is built for %3. Use a host of that "
                  "type, or build Lockstep for %2."),
    LOCKSTEP_TEXT("%1 has too little room for the engine: %2 MiB are free in .lockstep, %3 MiB are "
                  "needed. Free some space in the home folder there."),
    LOCKSTEP_TEXT("The engine arrived damaged on %1, or it could not be verified there: %2. Try again; "
                  "check that sha256sum works on the host.")};
const Place kLibraries{
    ".lockstep/libraries",
    LOCKSTEP_TEXT("%1 is a machine of type %2, but NVIDIA's libraries on this computer are for %3, so they "
                  "are not copied. Install them on the host itself."),
    LOCKSTEP_TEXT("%1 has too little room for NVIDIA's libraries: %2 MiB are free in .lockstep, %3 MiB are "
                  "needed. Free some space in the home folder there, or install them on the host itself."),
    LOCKSTEP_TEXT("NVIDIA's libraries arrived damaged on %1, or they could not be verified there: %2. Try "
                  "again; check that sha256sum works on the host.")};

std::string randomHex()
{
    unsigned char bytes[16] = {};
    [[maybe_unused]] const auto got = ::getrandom(bytes, sizeof bytes, 0);
    std::string text;
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

class Deployment {
public:
    Deployment(SshSession& session, const Place& place, const Payload& payload,
               const DeployProgress& progress)
        : m_session(session), m_place(place), m_payload(payload), m_progress(progress),
          m_temporary(place.folder + "/.tmp-" + randomHex())
    {
    }
    Result<Deployed> run(const std::string& preferred);

private:
    enum class Presence { Absent, Whole, Damaged };
    Result<void> openFiles();
    Result<Presence> presence();
    Result<bool> isThere(const std::string& hash);
    Result<void> checkMachine();
    Result<void> checkSpace();
    Result<void> watchOver();
    std::vector<PayloadFile> inOrder() const;
    Result<void> makeFolders(const std::vector<PayloadFile>& files);
    Result<void> upload();
    Result<void> verify();
    Result<void> publish();
    Result<void> removeStale();

    const std::string& host() const { return m_address; }

    SshSession& m_session;
    const Place& m_place;
    const Payload& m_payload;
    const DeployProgress& m_progress;
    const std::string m_temporary;
    const std::string m_final = m_place.folder + "/" + m_payload.hash;
    const std::string m_address = m_session.target().address();
    std::unique_ptr<SftpClient> m_files;
    std::optional<ArrivalCheck> m_check; ///< from watchOver() on
};

Result<void> Deployment::openFiles()
{
    auto files = SftpClient::open(m_session);
    if (!files)
        return files.error();
    m_files = std::move(files.value());
    return {};
}

Result<bool> Deployment::isThere(const std::string& hash)
{
    const auto found = m_files->stat({m_place.folder + "/" + hash + "/MANIFEST.sha256"});
    if (!found)
        return found.error();
    return found.value().front().has_value();
}

/// One round trip. Contents were compared when the folder got its name; sizes tell what happened to it since.
Result<Deployment::Presence> Deployment::presence()
{
    std::vector<std::string> paths{m_final};
    for (const PayloadFile& file : m_payload.files)
        paths.push_back(m_final + "/" + file.path);
    const auto found = m_files->stat(paths);
    if (!found)
        return found.error();
    if (!found.value().front())
        return Presence::Absent;
    for (std::size_t i = 0; i < m_payload.files.size(); ++i)
        if (!found.value()[i + 1] || found.value()[i + 1]->size != m_payload.files[i].size)
            return Presence::Damaged;
    return Presence::Whole;
}

Result<void> Deployment::checkMachine()
{
    if (m_payload.machine.empty())
        return {};
    const auto machine = m_check->machine(m_session.replyDeadline());
    if (!machine)
        return machine.error();
    if (machine.value() != m_payload.machine)
        return Error{m_place.wrongMachine,
                     {host(), machine.value().empty() ? "?" : machine.value(), m_payload.machine},
                     ""};
    return {};
}

Result<void> Deployment::checkSpace()
{
    const auto free = m_files->freeBytes(m_place.folder);
    if (!free)
        return free.error();
    const std::uint64_t needed = m_payload.bytes + kSpareBytes;
    if (free.value() && *free.value() < needed)
        return Error{m_place.noRoom,
                     {host(), std::to_string(*free.value() >> 20), std::to_string((needed >> 20) + 1)},
                     ""};
    return {};
}

/// Beside the file transfer that makes two channels, all that some hosts allow.
Result<void> Deployment::watchOver()
{
    auto check = ArrivalCheck::begin(m_session, m_temporary);
    if (!check)
        return check.error();
    m_check.emplace(std::move(check.value()));
    return {};
}

/// The largest first: the host has compared it before the last one is there.
std::vector<PayloadFile> Deployment::inOrder() const
{
    std::vector<PayloadFile> files = m_payload.files;
    std::ranges::stable_sort(files, std::ranges::greater(), &PayloadFile::size);
    return files;
}

Result<void> Deployment::makeFolders(const std::vector<PayloadFile>& files)
{
    std::set<std::string> folders{m_temporary}; // sorted: those that hold others come first
    for (const PayloadFile& file : files)
        for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
             slash = file.path.find('/', slash + 1))
            folders.insert(m_temporary + "/" + file.path.substr(0, slash));
    return m_files->makeFolders({folders.begin(), folders.end()});
}

Result<void> Deployment::upload()
{
    const std::vector<PayloadFile> files = inOrder();
    if (const auto made = makeFolders(files); !made)
        return made.error();
    std::vector<UploadFile> targets;
    for (const PayloadFile& file : files)
        targets.push_back(
            {file.source, m_temporary + "/" + file.path, file.size, file.executable ? 0700u : 0600u});
    return m_files->upload(
        targets, [this](std::uint64_t done) { m_progress(done, m_payload.bytes); }, UploadMode::Fresh,
        [this, &files](std::size_t index) {
            return m_check->add(files[index].path, files[index].sha256, files[index].size);
        });
}

Result<void> Deployment::verify()
{
    const auto found = m_check->finish(Clock::now() + kVerifyTime);
    if (!found)
        return found.error();
    return found.value() ? Error{m_place.damaged, {host(), *found.value()}, ""} : Result<void>();
}

Result<void> Deployment::publish()
{
    for (bool isMended = false;; isMended = true) {
        const auto renamed = m_files->rename(m_temporary, m_final);
        if (renamed)
            return {};
        // Another deployment, to a host that shares this home folder, may have been first.
        const auto there = presence();
        if (!there)
            return there.error();
        if (there.value() == Presence::Whole) {
            [[maybe_unused]] const auto removed = m_files->removeFolder(m_temporary, 2);
            return {};
        }
        if (there.value() == Presence::Absent || isMended)
            return renamed.error();
        // Out of the way, under a name that the next day's cleaning finds.
        if (const auto moved = m_files->rename(m_final, m_place.folder + "/.tmp-" + randomHex()); !moved)
            return moved.error();
    }
}

Result<void> Deployment::removeStale()
{
    const auto entries = m_files->list(m_place.folder);
    if (!entries)
        return entries.error();
    // The host's clock, as its file system told it when our own folder was filled.
    std::uint32_t now = 0;
    for (const RemoteEntry& entry : entries.value())
        if (entry.name == m_payload.hash)
            now = entry.stat.modified;
    for (const RemoteEntry& entry : entries.value()) {
        const bool ours = entry.name.size() == 37 && entry.name.starts_with(".tmp-") &&
                          entry.name.find_first_not_of("0123456789abcdef", 5) == std::string::npos;
        if (!ours || !entry.stat.isFolder() || entry.stat.modified > now ||
            now - entry.stat.modified < kStaleSeconds)
            continue;
        if (const auto removed = m_files->removeFolder(m_place.folder + "/" + entry.name, 2); !removed)
            return removed.error();
    }
    return {};
}

Result<Deployed> Deployment::run(const std::string& preferred)
{
    if (const auto opened = openFiles(); !opened)
        return opened.error();
    if (isSha256(preferred) && preferred != m_payload.hash) {
        const auto there = isThere(preferred);
        if (!there)
            return there.error();
        if (there.value())
            return Deployed{preferred, false};
    }
    const auto found = presence();
    if (!found)
        return found.error();
    if (found.value() == Presence::Whole)
        return Deployed{m_payload.hash, false};

    m_progress(0, m_payload.bytes);
    if (const auto made = m_files->makeFolders({kRoot, m_place.folder}); !made)
        return made.error();
    for (const auto step : {&Deployment::watchOver, &Deployment::checkMachine, &Deployment::checkSpace,
                            &Deployment::upload, &Deployment::verify, &Deployment::publish})
        if (const auto done = (this->*step)(); !done)
            return done.error();
    // Cleaning up after others is a courtesy; its failure is no reason not to train.
    [[maybe_unused]] const auto cleaned = removeStale();
    return Deployed{m_payload.hash, true};
}

} // namespace

Result<Deployed> deploy(SshSession& session, const Bundle& bundle, const std::string& preferred,
                        const DeployProgress& progress)
{
    return Deployment(session, kEngines, bundle, progress).run(preferred);
}

Result<Deployed> deployLibraries(SshSession& session, const Payload& libraries,
                                 const DeployProgress& progress)
{
    return Deployment(session, kLibraries, libraries, progress).run({});
}

} // namespace lockstep
