// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/library_offer.h"
#include "remote/secret.h"

#include <optional>
#include <string>

namespace lockstep {

/// Puts questions to a person. Called on the thread of the host, which waits for the answer; a refusal, a
/// closed program and "nobody may be asked now" (a reconnect in the background) are the same: no.
class Prompter {
public:
    enum class SecretKind { Password, Passphrase, Interactive };
    struct SecretPrompt {
        SecretKind kind = SecretKind::Password;
        std::string address; ///< "anna@gpu-1:22"
        std::string prompt;  ///< key file, or the server's own words
        bool retry = false;
    };
    struct KeyPrompt {
        std::string address; ///< "gpu-1:22"
        std::string keyType;
        std::string fingerprint;
    };

    struct LibraryPrompt {
        std::string address; ///< "gpu-1:22"
        LibraryOffer offer;
        double bytesPerSecond = 0; ///< at which they will go there; 0: not known
    };

    virtual ~Prompter() = default;
    virtual bool mayAsk() const = 0;
    virtual bool trustHostKey(const KeyPrompt& prompt) = 0;
    virtual std::optional<Secret> secret(const SecretPrompt& prompt) = 0;
    /// Whether libraries of NVIDIA's may be sent.
    virtual bool maySend(const LibraryPrompt& prompt) = 0;
};

} // namespace lockstep
