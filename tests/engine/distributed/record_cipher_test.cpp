// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/record_cipher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>

namespace lockstep {
namespace {

Digest countingKey()
{
    Digest key;
    for (std::size_t i = 0; i < key.size(); ++i)
        key[i] = static_cast<std::uint8_t>(i);
    return key;
}

std::string taken(RecordSealer& sealer)
{
    const std::span<const char> unsent = sealer.unsent();
    std::string bytes(unsent.begin(), unsent.end());
    sealer.sent(bytes.size());
    return bytes;
}

std::string sealed(RecordSealer& sealer, std::string text)
{
    const iovec part{text.data(), text.size()};
    EXPECT_EQ(sealer.seal({&part, 1}), std::min(text.size(), kMostRecordText));
    return taken(sealer);
}

/// All that comes out of these bytes, which arrive in pieces and go into rooms of sizes that are drawn.
/// Nothing: something did not open.
std::optional<std::string> opened(RecordOpener& opener, std::string_view bytes, std::mt19937& random)
{
    std::string text;
    while (true) {
        std::string first(1 + random() % 3000, '\0');
        std::string second(random() % 100000, '\0');
        const std::array parts{iovec{first.data(), first.size()}, iovec{second.data(), second.size()}};
        const RecordOpener::Result result = opener.open(parts);
        if (result.kind == RecordOpener::Result::Forged)
            return std::nullopt;
        if (result.kind == RecordOpener::Result::Opened) {
            text += (first + second).substr(0, result.bytes);
            continue;
        }
        EXPECT_FALSE(opener.isReady());
        if (bytes.empty())
            return text;
        const std::span<char> room = opener.room();
        const std::size_t count = std::min({room.size(), bytes.size(), std::size_t{1} + random() % 200000});
        std::copy_n(bytes.begin(), count, room.begin());
        bytes.remove_prefix(count);
        opener.received(count);
    }
}

std::optional<std::string> opened(RecordOpener& opener, std::string_view bytes)
{
    std::mt19937 random(1);
    return opened(opener, bytes, random);
}

std::string hexadecimal(const std::string& bytes)
{
    std::string text;
    for (const char byte : bytes)
        for (const unsigned digit :
             {static_cast<unsigned char>(byte) / 16u, static_cast<unsigned char>(byte) % 16u})
            text += "0123456789abcdef"[digit];
    return text;
}

// From Python's cryptography: AESGCM(bytes(range(32))).encrypt(nonce, text, header) with the nonces 0 and 1.
TEST(RecordCipher, RecordsAreWhatAnotherImplementationMakes)
{
    RecordSealer sealer(countingKey());
    EXPECT_EQ(hexadecimal(sealed(sealer, "gradients of rank 0")),
              "1300000069ced4badc49edc97b88c653385ef0f7b963667f074c80bfc0da2610a9b2792596c674");
    EXPECT_EQ(hexadecimal(sealed(sealer, "gradients of rank 0")),
              "13000000855ee35bcdca827339246aa51cb3e9a5a741ff7e14674bd0f64b8b2c25200cda68ab7a");
}

std::string randomText(std::mt19937& random, std::size_t bytes)
{
    std::string text(bytes, '\0');
    std::ranges::generate(text, [&] { return static_cast<char>(random()); });
    return text;
}

TEST(RecordCipher, TextComesOutAsItWentInHoweverItArrives)
{
    std::mt19937 random(7);
    RecordSealer sealer(countingKey(), 5);
    RecordOpener opener(countingKey(), 5);
    std::string wire;
    std::string all;
    for (int i = 0; i < 200; ++i) {
        const std::string text = randomText(random, 1 + random() % 90000);
        std::string copy = text;
        const std::array parts{iovec{copy.data(), text.size() / 3},
                               iovec{copy.data() + text.size() / 3, text.size() - text.size() / 3}};
        all += text.substr(0, sealer.seal(parts));
        wire += taken(sealer);
    }
    EXPECT_EQ(opened(opener, wire, random), all);
    EXPECT_EQ(opener.number(), 200u);
}

TEST(RecordCipher, NoByteOfARecordCanBeChanged)
{
    const std::string text = "the weights of layer 1";
    RecordSealer sealer(countingKey());
    const std::string record = sealed(sealer, text) + sealed(sealer, text);
    int refused = 0;
    for (std::size_t i = 0; i < record.size() / 2; ++i)
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = record;
            changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
            RecordOpener opener(countingKey());
            const std::optional<std::string> result = opened(opener, changed);
            // A length that grew waits for bytes that never come, or takes those of the next record.
            EXPECT_TRUE(!result || result->empty()) << "byte " << i << ", bit " << bit;
            ++refused;
        }
    EXPECT_EQ(refused, 8 * static_cast<int>(record.size()) / 2);
}

TEST(RecordCipher, ARecordOpensInItsPlaceAlone)
{
    RecordSealer sealer(countingKey());
    const std::string first = sealed(sealer, "first");
    const std::string second = sealed(sealer, "second");
    RecordOpener moved(countingKey());
    EXPECT_EQ(opened(moved, second), std::nullopt);
    EXPECT_EQ(opened(moved, first), std::nullopt) << "nothing opens after a forged one";
    RecordOpener repeated(countingKey());
    EXPECT_EQ(opened(repeated, first), "first");
    EXPECT_EQ(opened(repeated, first), std::nullopt);
    Digest other = countingKey();
    other[31] ^= 1;
    RecordOpener stranger(other);
    EXPECT_EQ(opened(stranger, first), std::nullopt);
}

TEST(RecordCipher, AKeyServesItsRecordsAndNoMore)
{
    RecordSealer changing(countingKey(), 2);
    RecordSealer staying(countingKey());
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(sealed(changing, "text"), sealed(staying, "text"));
    EXPECT_NE(sealed(changing, "text"), sealed(staying, "text"));
}

TEST(RecordCipher, WhatIsLongerThanARecordIsNotWaitedFor)
{
    for (const std::uint32_t length : {0u, static_cast<std::uint32_t>(kMostRecordText) + 1, ~0u}) {
        RecordOpener opener(countingKey());
        EXPECT_EQ(opened(opener, {reinterpret_cast<const char*>(&length), sizeof length}), std::nullopt);
        EXPECT_LT(opener.room().size(), 3 * kMostRecordText);
    }
}

TEST(RecordCipher, WhatTheKernelDoesNotTakeStays)
{
    RecordSealer sealer(countingKey());
    std::string text = "piece by piece";
    const iovec part{text.data(), text.size()};
    sealer.seal({&part, 1});
    std::string wire;
    while (!sealer.unsent().empty()) {
        wire += sealer.unsent().front();
        sealer.sent(1);
    }
    RecordOpener opener(countingKey());
    EXPECT_EQ(opened(opener, wire), text);
}

} // namespace
} // namespace lockstep
