// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/message_seal.h"

#include "engine/distributed/authentication.h"

namespace lockstep {

namespace {

Digest sealOf(const Digest& key, std::uint64_t number, std::uint16_t type, std::string_view message)
{
    std::string sealed;
    for (unsigned i = 0; i < 8; ++i)
        sealed.push_back(static_cast<char>(number >> (8 * i)));
    for (unsigned i = 0; i < 2; ++i)
        sealed.push_back(static_cast<char>(type >> (8 * i)));
    sealed.append(message);
    return hmacSha256(key, {reinterpret_cast<const std::uint8_t*>(sealed.data()), sealed.size()});
}

} // namespace

std::string MessageSealer::seal(std::uint16_t type, std::string_view message)
{
    const Digest seal = sealOf(m_key, m_number++, type, message);
    return std::string(message).append(reinterpret_cast<const char*>(seal.data()), seal.size());
}

std::optional<std::string> MessageOpener::open(std::uint16_t type, std::string_view sealed)
{
    constexpr std::size_t kSealBytes = sizeof(Digest);
    if (sealed.size() < kSealBytes)
        return std::nullopt;
    const std::string_view message = sealed.substr(0, sealed.size() - kSealBytes);
    const std::string_view seal = sealed.substr(message.size());
    const Digest expected = sealOf(m_key, m_number, type, message);
    if (!equalInConstantTime(expected, {reinterpret_cast<const std::uint8_t*>(seal.data()), seal.size()}))
        return std::nullopt;
    ++m_number;
    return std::string(message);
}

} // namespace lockstep
