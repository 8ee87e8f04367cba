// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/journal.h"

#ifdef __SSE4_2__
#include <nmmintrin.h>
#endif

#include <array>
#include <cstring>

namespace lockstep {
namespace {

#ifdef __SSE4_2__

std::uint32_t update(std::uint32_t state, std::string_view bytes)
{
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t wide = state;
    for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t), at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof(word));
        wide = _mm_crc32_u64(wide, word);
    }
    auto narrow = static_cast<std::uint32_t>(wide);
    for (; left > 0; --left, ++at)
        narrow = _mm_crc32_u8(narrow, static_cast<unsigned char>(*at));
    return narrow;
}

#else

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? 0x82F63B78u : 0); // the polynomial, bits reversed
        table[byte] = value;
    }
    return table;
}

std::uint32_t update(std::uint32_t state, std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> kTable = makeTable();
    for (const char c : bytes)
        state = kTable[(state ^ static_cast<unsigned char>(c)) & 0xFF] ^ (state >> 8);
    return state;
}

#endif

} // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed)
{
    return ~update(~seed, bytes);
}

} // namespace lockstep
