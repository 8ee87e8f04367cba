// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/record_cipher.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Encrypts one direction of what is more than a message: parcels, such as pieces of a checkpoint. Each
/// becomes records of record_cipher.h, under a key that is derived from the link's own, so that messages and
/// parcels of one link never share a key.
class ParcelSealer {
public:
    explicit ParcelSealer(const Digest& linkKey);
    std::string seal(std::string_view parcel);

private:
    RecordSealer m_sealer;
};

class ParcelOpener {
public:
    explicit ParcelOpener(const Digest& linkKey);
    /// The parcel that was sealed. Nothing: it is not the next one of the other end, and no later one will
    /// open.
    std::optional<std::string> open(std::string_view sealed);

private:
    RecordOpener m_opener;
};

} // namespace lockstep
