// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/run_phase.h"
#include "engine/protocol/sentence.h"
#include "remote/secret.h"

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

/// What passes between whoever asks for work on hosts and the hosts: options, statuses and questions, as
/// values.
namespace lockstep {

/// What a controller needs to know of this computer.
struct RemoteOptions {
    QString runsFolder;          ///< where mirrors go; empty: defaultRunsFolder()
    QString engine;              ///< lockstep-engine for hosts with Connection::Local
    QString bundleFolder;        ///< what is deployed to the others
    QStringList knownHostsFiles; ///< read besides our own; empty: those that OpenSSH would read
    QString ownKnownHostsFile;   ///< read and appended to; empty: <config>/lockstep/known_hosts
    QStringList identityFiles;   ///< tried before those of ~/.ssh/config; none at all: ~/.ssh/id_ed25519, ...
    bool useAgent = true;
    bool sendsLibraries = false; ///< NVIDIA's libraries go to hosts that lack them without a question
    /// What a person has typed for hosts; whoever shares it asks nobody twice.
    std::shared_ptr<SecretStore> secrets = std::make_shared<SecretStore>();
};

/// What is known of a host that this computer cannot reach, though others of its run are.
enum class OutOfReach {
    Unknown,  ///< it may train or not: nobody tells
    Trains,   ///< those who hold leases with it still train, so it does
    HasEnded, ///< they have ended, so its lease ends it
};

struct HostStatus {
    int host = 0;
    RunPhase state = RunPhase::Waiting; ///< while Reconnecting, outOfReach says what is known
    qint64 bytesDone = 0;               ///< of a deployment
    qint64 bytesTotal = 0;
    std::optional<Sentence>
        error; ///< why it failed or is reconnecting, what keeps it, what is missing of it here
    OutOfReach outOfReach = OutOfReach::Unknown; ///< counts while Reconnecting
    /// What is known of it is from then. While Reconnecting; invalid: nothing is known. While Training where
    /// its connection carries less than it tells; invalid: all that is shown is of now.
    QDateTime heard{};
};

/// Asked once for an unknown host key. A changed or revoked key is never a question, always an error.
struct HostKeyQuestion {
    int host = 0;
    QString address;     ///< "gpu-1:22"
    QString keyType;     ///< "ssh-ed25519"
    QString fingerprint; ///< "SHA256:..."
};
struct SecretQuestion {
    enum class Kind { Password, Passphrase, Interactive };
    int host = 0;
    Kind kind = Kind::Password;
    QString address;    ///< "anna@gpu-1:22"
    QString prompt;     ///< the server's own words for Interactive, the key file for Passphrase
    bool retry = false; ///< the last answer was refused
};

/// Asked before a run on GPUs of a host that lacks libraries of NVIDIA's which this computer has. Without
/// them the run goes on to the error that names what is missing.
struct LibraryQuestion {
    int host = 0;
    QString address; ///< "gpu-1:22"
    Sentence names;  ///< "cuDNN 9.14.0 (384 MB), NCCL 2.28.9 (218 MB)"
    qint64 bytes = 0;
    double seconds = 0; ///< that sending them will take; 0: not known
};

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::HostStatus)
Q_DECLARE_METATYPE(lockstep::HostKeyQuestion)
Q_DECLARE_METATYPE(lockstep::SecretQuestion)
Q_DECLARE_METATYPE(lockstep::LibraryQuestion)
