// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/sha256.h"

#include "engine/core/error.h"

#include <openssl/evp.h>

#include <array>

namespace lockstep {

struct Sha256::State {
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Sha256::Sha256() : m_state(std::make_unique<State>())
{
    LOCKSTEP_CHECK(m_state->context && EVP_DigestInit_ex(m_state->context.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes)
{
    LOCKSTEP_CHECK(EVP_DigestUpdate(m_state->context.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hexadecimal()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    LOCKSTEP_CHECK(EVP_DigestFinal_ex(m_state->context.get(), digest.data(), &length) == 1 && length == 32);
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
        text.push_back("0123456789abcdef"[digest[i] >> 4]);
        text.push_back("0123456789abcdef"[digest[i] & 15]);
    }
    return text;
}

} // namespace lockstep
