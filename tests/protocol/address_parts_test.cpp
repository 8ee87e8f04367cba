// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// What a person writes for a host, in all places where one is written.
#include "engine/protocol/address_parts.h"

#include <gtest/gtest.h>

namespace lockstep {
namespace {

struct Written {
    std::string_view text;
    std::optional<std::string_view> user;
    std::string_view host;
    std::optional<std::string_view> port;
};

class AddressPartsOf : public ::testing::TestWithParam<Written> {};

TEST_P(AddressPartsOf, AreThoseThatWereMeant)
{
    const AddressParts parts = partsOfAddress(GetParam().text);
    EXPECT_EQ(parts.user, GetParam().user);
    EXPECT_EQ(parts.host, GetParam().host);
    EXPECT_EQ(parts.port, GetParam().port);
}

constexpr auto kNone = std::nullopt;
INSTANTIATE_TEST_SUITE_P(
    Texts, AddressPartsOf,
    ::testing::Values(
        Written{"gpu-1", kNone, "gpu-1", kNone}, Written{"gpu-1:22", kNone, "gpu-1", "22"},
        Written{"anna@gpu-1:2222", "anna", "gpu-1", "2222"},
        Written{"anna@uni@gpu-1", "anna@uni", "gpu-1", kNone}, Written{"@gpu-1", "", "gpu-1", kNone},
        Written{"gpu-1:", kNone, "gpu-1", ""}, Written{"ssh://anna@gpu-1:22", "anna", "gpu-1", "22"},
        Written{"[fd00::1]:22", kNone, "fd00::1", "22"}, Written{"anna@[fd00::1]", "anna", "fd00::1", kNone},
        Written{"fd00::1", kNone, "fd00::1", kNone}, Written{"node[1-3]:4", kNone, "node[1-3]", "4"},
        Written{"[1-3]node", kNone, "[1-3]node", kNone}, Written{"[fd00::1]22", kNone, "[fd00::1]22", kNone},
        Written{"[fd00::1", kNone, "[fd00::1", kNone}, Written{"", kNone, "", kNone}));

TEST(AddressParts, TellBracketsFromAnAddressWithoutThem)
{
    EXPECT_TRUE(partsOfAddress("[fd00::1]").isBracketed);
    EXPECT_FALSE(partsOfAddress("fd00::1").isBracketed);
}

} // namespace
} // namespace lockstep
