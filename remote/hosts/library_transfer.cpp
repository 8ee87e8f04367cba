// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/hosts/library_transfer.h"

#include "remote/bundle/library_payload.h"
#include "remote/hosts/upload_watch.h"
#include "remote/ssh/deployment.h"

#include <QProcess>
#include <optional>

namespace lockstep {

namespace {

/// Libraries are loaded to tell their versions, from a cold disk too.
constexpr std::chrono::seconds kAnswerTime{60};
/// Every byte of them is read.
constexpr std::chrono::minutes kDigestTime{5};

/// The JSON of the answer: its last line, for a login shell may have printed something before.
std::optional<GpuLibraries> librariesIn(std::string_view output)
{
    while (output.ends_with('\n') || output.ends_with('\r'))
        output.remove_suffix(1);
    const auto parsed = parseGpuLibraries(output.substr(output.find_last_of('\n') + 1));
    return parsed ? std::optional(parsed.value()) : std::nullopt;
}

/// Nothing where the engine cannot be asked, which whoever trains on this computer is told at length.
std::optional<GpuLibraries> librariesHere(const QString& engine, const QStringList& options,
                                          Deadline deadline, const WakeFlag& interrupt)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(engine, QStringList{QStringLiteral("libraries")} + options);
    constexpr int kPollMilliseconds = 50;
    while (!process.waitForFinished(kPollMilliseconds)) {
        if (process.state() == QProcess::NotRunning)
            return std::nullopt;
        if (!interrupt.raised() && Clock::now() < deadline)
            continue;
        process.kill();
        process.waitForFinished();
        return std::nullopt;
    }
    return librariesIn(process.readAllStandardOutput().toStdString());
}

Result<std::optional<GpuLibraries>> librariesThere(SshSession& session, const std::string& engine)
{
    const auto answer = session.exec("echo && " + engine, Clock::now() + kAnswerTime);
    if (!answer)
        return answer.error();
    return librariesIn(answer.value().output);
}

Result<void> sendAll(SshSession& session, const LibraryOffer& offer,
                     const std::function<void(HostEvent)>& sink)
{
    std::vector<LibraryPayload> payloads;
    std::uint64_t total = 0;
    for (const GpuPackage& package : offer.packages) {
        auto payload = makeLibraryPayload(package);
        if (!payload)
            return payload.error();
        total += payload.value().bytes;
        payloads.push_back(std::move(payload.value()));
    }
    UploadWatch watch(sink, HostDeploying::Load::Libraries);
    std::uint64_t before = 0;
    for (const LibraryPayload& payload : payloads) {
        const auto sent =
            deployLibraries(session, payload, [&watch, before, total](std::uint64_t done, std::uint64_t) {
                watch.advance(before + done, total);
            });
        if (!sent)
            return sent.error();
        before += payload.bytes;
    }
    return {};
}

} // namespace

Result<void> provideLibraries(SshSession& session, const std::string& engine, const HostLinkOptions& options,
                              double measured, Prompter& prompter, const std::function<void(HostEvent)>& sink)
{
    const LibraryWish& wish = options.libraries;
    if (wish.act == LibraryWish::Act::Nothing || wish.ranks == GpuRanks::None)
        return {};
    const auto there = librariesThere(session, engine);
    if (!there)
        return there.error();
    if (!there.value() || there.value()->missing.empty() || !there.value()->hasDriver)
        return {};
    const auto offerWith = [&](const QStringList& engineOptions, std::chrono::seconds time) {
        const auto here =
            librariesHere(options.remote.engine, engineOptions, deadlineIn(time), session.interrupt());
        return here ? offerOf(*here, *there.value(), wish.ranks) : LibraryOffer();
    };
    const LibraryOffer offer = offerWith({}, kAnswerTime);
    if (offer.packages.empty())
        return {};
    if (wish.act == LibraryWish::Act::Tell) {
        sink(HostLacksLibraries{offer});
        return {};
    }
    const double rate = measured > 0 ? measured : wish.drawnBytesPerSecond;
    if (!options.remote.sendsLibraries &&
        !(prompter.mayAsk() && prompter.maySend({session.target().address(), offer, rate})))
        return {};
    sink(HostDeploying{0, offer.bytes,
                       HostDeploying::Load::Libraries}); // reading them for their digests takes seconds
    const LibraryOffer digested = offerWith({QStringLiteral("--digests")}, kDigestTime);
    if (digested.packages.empty())
        return Error{LOCKSTEP_TEXT("NVIDIA's libraries on this computer could not be read to be sent to %1."),
                     {session.target().address()},
                     ""};
    return sendAll(session, digested, sink);
}

} // namespace lockstep
