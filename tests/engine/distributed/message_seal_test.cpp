// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/message_seal.h"

#include "engine/distributed/authentication.h"
#include "engine/distributed/parcel_seal.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

Digest keyOf(std::uint8_t fill)
{
    Digest key;
    key.fill(fill);
    return key;
}

TEST(MessageSeal, MessagesOpenInTheirOrderAndOnlyOnce)
{
    MessageSealer sealer(keyOf(1));
    MessageOpener opener(keyOf(1));
    const std::string first = sealer.seal(7, "stop");
    const std::string second = sealer.seal(7, "");
    const std::string third = sealer.seal(8, "stop");
    EXPECT_EQ(opener.open(7, second), std::nullopt) << "moved";
    EXPECT_EQ(opener.open(7, first), "stop");
    EXPECT_EQ(opener.open(7, first), std::nullopt) << "repeated";
    EXPECT_EQ(opener.open(7, second), "");
    EXPECT_EQ(opener.open(7, third), std::nullopt) << "of another type";
    EXPECT_EQ(opener.open(8, third), "stop");
}

TEST(MessageSeal, NothingElseOpens)
{
    MessageSealer sealer(keyOf(1));
    const std::string sealed = sealer.seal(7, "stop");
    EXPECT_EQ(MessageOpener(keyOf(2)).open(7, sealed), std::nullopt) << "of another key";
    for (std::size_t i = 0; i < sealed.size(); ++i) {
        std::string changed = sealed;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_EQ(MessageOpener(keyOf(1)).open(7, changed), std::nullopt) << "byte " << i;
        EXPECT_EQ(MessageOpener(keyOf(1)).open(7, sealed.substr(0, i)), std::nullopt) << i << " bytes";
    }
}

// RFC 5869, test cases 1 and 3: the first 32 bytes of their output.
TEST(MessageSeal, KeysAreDerivedAsTheRfcSays)
{
    const std::vector<std::uint8_t> key(22, 0x0b);
    std::vector<std::uint8_t> salt;
    for (std::uint8_t i = 0; i < 13; ++i)
        salt.push_back(i);
    std::string info;
    for (int i = 0; i < 10; ++i)
        info.push_back(static_cast<char>(0xf0 + i));
    EXPECT_EQ(hkdfSha256(key, salt, info),
              (Digest{0x3c, 0xb2, 0x5f, 0x25, 0xfa, 0xac, 0xd5, 0x7a, 0x90, 0x43, 0x4f,
                      0x64, 0xd0, 0x36, 0x2f, 0x2a, 0x2d, 0x2d, 0x0a, 0x90, 0xcf, 0x1a,
                      0x5a, 0x4c, 0x5d, 0xb0, 0x2d, 0x56, 0xec, 0xc4, 0xc5, 0xbf}));
    EXPECT_EQ(hkdfSha256(key, {}, ""),
              (Digest{0x8d, 0xa4, 0xe7, 0x75, 0xa5, 0x63, 0xc1, 0x8f, 0x71, 0x5f, 0x80,
                      0x2a, 0x06, 0x3c, 0x5a, 0x31, 0xb8, 0xa1, 0x1f, 0x5c, 0x5e, 0xe1,
                      0x87, 0x9e, 0xc3, 0x45, 0x4e, 0x5f, 0x3c, 0x73, 0x8d, 0x2d}));
}

// Each end seals with what the other opens with; each direction and each connection has keys of its own.
TEST(MessageSeal, BothEndsOfALinkHaveTheSameKeysAndNobodyElse)
{
    const RunToken token = keyOf(3);
    const Hello hello{.nonce = keyOf(4)};
    const LinkProof proof(token, hello, {.nonce = keyOf(5)});
    const LinkKeys connector = proof.keys(Side::Connector);
    const LinkKeys acceptor = proof.keys(Side::Acceptor);
    EXPECT_EQ(connector.sending, acceptor.receiving);
    EXPECT_EQ(connector.receiving, acceptor.sending);
    EXPECT_NE(connector.sending, connector.receiving);
    EXPECT_NE(LinkProof(token, hello, {.nonce = keyOf(6)}).keys(Side::Connector).sending, connector.sending);
    EXPECT_NE(LinkProof(keyOf(9), hello, {.nonce = keyOf(5)}).keys(Side::Connector).sending,
              connector.sending);
}

/// Longer than a record, and longer than the opener's first room.
std::string parcelOf(std::size_t bytes)
{
    std::string parcel(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        parcel[i] = static_cast<char>(i * 7 + i / 256);
    return parcel;
}

TEST(ParcelSeal, ParcelsOfAnySizeOpenInTheirOrder)
{
    ParcelSealer sealer(keyOf(1));
    ParcelOpener opener(keyOf(1));
    for (const std::size_t bytes : {1u, 100u, 65'535u, 65'536u, 65'537u, 300'000u, 2u}) {
        const std::string parcel = parcelOf(bytes);
        const std::string sealed = sealer.seal(parcel);
        EXPECT_EQ(sealed.find(parcel.substr(0, 16)), bytes < 16 ? sealed.find(parcel) : std::string::npos)
            << "it stands there for everybody to read";
        EXPECT_EQ(opener.open(sealed), parcel);
    }
}

TEST(ParcelSeal, NothingElseOpens)
{
    ParcelSealer sealer(keyOf(1));
    const std::string first = sealer.seal(parcelOf(100'000));
    const std::string second = sealer.seal("second");
    EXPECT_EQ(ParcelOpener(keyOf(2)).open(first), std::nullopt) << "of another key";
    EXPECT_EQ(ParcelOpener(keyOf(1)).open(second), std::nullopt) << "moved";
    for (const std::size_t place : {0u, 3u, 4u, 70'000u, 100'039u}) {
        std::string changed = first;
        changed[place] = static_cast<char>(changed[place] ^ 1);
        ParcelOpener opener(keyOf(1));
        EXPECT_NE(opener.open(changed), parcelOf(100'000)) << place;
        EXPECT_EQ(opener.open(second), std::nullopt) << "after one that was changed";
    }
}

} // namespace
} // namespace lockstep
