// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/attach_messages.h"
#include "engine/protocol/exit_code.h"
#include "engine/protocol/journal.h"
#include "engine/protocol/pair_measurement.h"
#include "remote/checkpoint_deed.h"
#include "remote/library_offer.h"
#include "remote/prompter.h"

#include <QByteArray>
#include <QString>
#include <QVector>
#include <chrono>
#include <optional>
#include <string>
#include <variant>

/// What the thread of a host tells the thread of the controller, as values.
namespace lockstep {

struct HostConnecting {
    std::optional<Sentence> delay{}; ///< why it takes its time
};
struct HostDeploying {
    enum class Load { Engine, Libraries, Data };

    std::uint64_t done = 0; ///< bytes, as `total`
    std::uint64_t total = 0;
    Load load = Load::Engine;
};
/// The data that were to be copied lie there.
struct HostHasData {
    bool hadThem = false; ///< before
};
/// Libraries of NVIDIA's that the host lacks for its GPUs and this computer has.
struct HostLacksLibraries {
    LibraryOffer offer;
};
/// The engine there has introduced itself.
struct HostWelcome {
    HostReport report;
    std::string localAddress; ///< our end of the SSH connection; empty for this computer, and over a jump
    std::string peerAddress;
    std::string bundle; ///< hash of the engine there; empty for this computer
};
struct HostSubmitted {
    SubmittedReply reply;
};
struct HostStarted {};
/// The link is gone; it is being made anew.
struct HostReconnecting {
    Error reason;
    std::chrono::milliseconds silence{0}; ///< between the last that was heard of it and the loss of the link
};
struct HostReconnected {};
/// The host takes no further part in this run.
struct HostFailed {
    Error error;
    ExitCode code = ExitCode::Failure;
};
struct HostRunState {
    RunState state;
};
/// The supervisors have followed the attempt that is watched with another one; all of it that the host hands
/// over is here.
struct HostFurtherAttempt {
    RunState next; ///< what the host told of the other one first
};
/// The attempt has ended there, and every file of it is here but for what the host keeps to itself.
struct HostMirrored {
    std::optional<Sentence> missing;
};
struct HostRecords {
    int rank = 0;
    QVector<Record> records;
};
struct HostLogGrown {
    int rank = 0;
    std::uint64_t size = 0;
};
struct HostDamage {
    int rank = 0;
    std::uint64_t count = 0;
};
/// What was asked for with a checkpoint: how far it has come, or how it ended.
struct HostCheckpoint {
    CheckpointOutcome outcome; ///< without an end: the deed and the checkpoint alone
    std::uint64_t done = 0;    ///< bytes
    std::uint64_t total = 0;   ///< bytes; 0: not known yet
    bool ended = false;
};
/// The end of a preview of data: what the engine printed, or why there is nothing.
struct HostPreviewed {
    std::uint64_t preview = 0; ///< number that whoever asked gave it
    QByteArray json;
    std::optional<Error> error;
};
/// The host waits there for the other one of a pair.
struct HostListening {
    std::uint64_t pair = 0; ///< number that whoever asked gave the measurement
    Endpoint endpoint;
};
/// The end of a measurement of a pair: what this host has found, or why there is nothing.
struct HostMeasured {
    std::uint64_t pair = 0;
    std::optional<PairReport> report{};
    std::optional<Error> error{};
};
/// What a host was asked for by HostThread::ask(): how far it has come, or how it ended.
struct HostAnswered {
    std::uint64_t question = 0; ///< number that whoever asked gave it
    std::uint64_t done = 0;     ///< bytes
    bool ended = false;
    QByteArray answer{}; ///< payload of the last frame, or of Listening; or bytes of a file
    std::optional<Error> error{};
};
struct HostKeyAsked {
    std::string address, keyType, fingerprint;
};
struct HostSecretAsked {
    Prompter::SecretKind kind = Prompter::SecretKind::Password;
    std::string address, prompt;
    bool retry = false;
};
struct HostLibrariesAsked {
    Prompter::LibraryPrompt prompt;
};

using HostEvent = std::variant<HostConnecting, HostDeploying, HostHasData, HostLacksLibraries, HostWelcome,
                               HostSubmitted, HostStarted, HostReconnecting, HostReconnected, HostFailed,
                               HostRunState, HostFurtherAttempt, HostMirrored, HostRecords, HostLogGrown,
                               HostDamage, HostCheckpoint, HostPreviewed, HostListening, HostMeasured,
                               HostAnswered, HostKeyAsked, HostSecretAsked, HostLibrariesAsked>;

} // namespace lockstep
