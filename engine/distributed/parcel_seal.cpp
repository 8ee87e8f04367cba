// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/parcel_seal.h"

#include "engine/core/error.h"
#include "engine/distributed/authentication.h"

#include <algorithm>

namespace lockstep {
namespace {

Digest keyOfParcels(const Digest& linkKey)
{
    return hkdfSha256(linkKey, {}, "lockstep parcels");
}

} // namespace

ParcelSealer::ParcelSealer(const Digest& linkKey) : m_sealer(keyOfParcels(linkKey)) {}

std::string ParcelSealer::seal(std::string_view parcel)
{
    LOCKSTEP_CHECK(!parcel.empty());
    std::string sealed;
    while (!parcel.empty()) {
        const iovec text{const_cast<char*>(parcel.data()), parcel.size()}; // only read
        parcel.remove_prefix(m_sealer.seal({&text, 1}));
        const std::span<const char> record = m_sealer.unsent();
        sealed.append(record.data(), record.size());
        m_sealer.sent(record.size());
    }
    return sealed;
}

ParcelOpener::ParcelOpener(const Digest& linkKey) : m_opener(keyOfParcels(linkKey)) {}

std::optional<std::string> ParcelOpener::open(std::string_view sealed)
{
    std::string parcel(sealed.size(), '\0'); // longer than the text by headers and tags
    std::size_t length = 0;
    while (true) {
        const iovec rest{parcel.data() + length, parcel.size() - length};
        const RecordOpener::Result result = m_opener.open({&rest, 1});
        if (result.kind == RecordOpener::Result::Forged)
            return std::nullopt;
        length += result.bytes;
        if (result.kind == RecordOpener::Result::Opened)
            continue;
        if (sealed.empty())
            break;
        const std::span<char> room = m_opener.room();
        const std::size_t bytes = std::min(room.size(), sealed.size());
        std::copy_n(sealed.data(), bytes, room.data());
        m_opener.received(bytes);
        sealed.remove_prefix(bytes);
    }
    parcel.resize(length);
    return parcel;
}

} // namespace lockstep
