// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/authentication.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

TEST(Authentication, AHelloSurvivesTheWireAndItsForgeriesDoNot)
{
    Hello hello{.kind = LinkKind::Lease,
                .run = sha256("r"),
                .attempt = 7,
                .members = 300,
                .from = 299,
                .to = 4,
                .settings = sha256("s"),
                .nonce = freshNonce()};
    const HelloBytes bytes = encode(hello);
    EXPECT_EQ(parseHello(bytes), hello);
    EXPECT_FALSE(parseHello(std::span(bytes).first(kHelloBytes - 1)));
    for (const std::size_t at : {0u, 7u, 8u, 12u}) { // magic, version, kind
        HelloBytes damaged = bytes;
        damaged[at] ^= 0x40;
        EXPECT_FALSE(parseHello(damaged)) << at;
    }
    EXPECT_FALSE(mayBecomeHello(std::array<std::uint8_t, 3>{'L', 'O', 'X'}));
    EXPECT_TRUE(mayBecomeHello({}));
}

// Oracle: Python's hmac and hashlib over the layout that authentication.h describes.
TEST(Authentication, TheProofIsHmacSha256OverHelloAndChallenge)
{
    Hello hello{.kind = LinkKind::Rank,
                .run = sha256("run"),
                .attempt = 1,
                .members = 2,
                .from = 1,
                .to = 0,
                .settings = sha256(""),
                .nonce = {}};
    hello.nonce.fill(0x11);
    Challenge challenge;
    challenge.nonce.fill(0x22);
    challenge.settings = sha256("");
    const LinkProof proof(testToken(), hello, challenge);
    const auto hex = [](const Digest& digest) {
        std::string text;
        for (const std::uint8_t byte : digest) {
            constexpr char kDigits[] = "0123456789abcdef";
            text += kDigits[byte >> 4];
            text += kDigits[byte & 15];
        }
        return text;
    };
    EXPECT_EQ(hex(proof.of(Side::Connector)),
              "1a0af71c3893a3a512062b3a50817daf2c54eec097e14e444eb235d33ee28e1f");
    EXPECT_EQ(hex(proof.of(Side::Acceptor)),
              "e59155848ad1df0ac1208a92a904c718fd81b14f7d2635a0598cc0e8a535027a");
}

TEST(Authentication, AVerdictCountsOnlyFromItsSenderAndUnchanged)
{
    const LinkProof proof(testToken(), {}, {});
    const VoteBytes bytes = proof.sign({MeshVote::GaveUp, 3}, Side::Connector);
    const std::optional<MeshVote> opened = proof.open(bytes, Side::Connector);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->kind, MeshVote::GaveUp);
    EXPECT_EQ(opened->culprit, 3u);
    EXPECT_FALSE(proof.open(bytes, Side::Acceptor));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        VoteBytes damaged = bytes;
        damaged[i] ^= 1;
        EXPECT_FALSE(proof.open(damaged, Side::Connector)) << i;
    }
}

TEST(Socket, RefusesWhatIsNoNumericAddress)
{
    EXPECT_THAT(errorOf([] { listenOn("localhost"); }), HasSubstr("2: \"localhost\", port 0, is no address"));
    EXPECT_THAT(errorOf([] { startConnecting({"::1", 70000}); }), HasSubstr("is no address"));
    EXPECT_THAT(errorOf([] { listenOn("192.0.2.1"); }), HasSubstr("8: Cannot listen on 192.0.2.1"));
    EXPECT_THAT(errorOf([] { localEndpoint(-1); }), HasSubstr("is no bound network socket"));
    EXPECT_EQ(toString(Endpoint{"::1", 4}), "[::1]:4");
}

} // namespace
} // namespace lockstep::test
