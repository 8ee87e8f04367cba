// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/host_memory.h"

#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

Descriptor copyOf(const Descriptor& descriptor)
{
    return Descriptor(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 0));
}

std::string refusalOf(Descriptor descriptor)
{
    return errorOf([&] { const HostMemory memory(std::move(descriptor)); });
}

TEST(HostMemory, IsSeenByAllWhoMapIt)
{
    const Descriptor made = makeHostMemory(3);
    ASSERT_TRUE(made);
    const HostMemory one(copyOf(made));
    const HostMemory other(copyOf(made));
    EXPECT_EQ(one.ranks(), 3);
    EXPECT_EQ(one.id(), other.id());
    for (int rank = 0; rank < 3; ++rank)
        for (int set = 0; set < kHostPieceSets; ++set)
            std::ranges::fill(one.piece(rank, set), static_cast<std::byte>(10 * rank + set + 1));
    for (int rank = 0; rank < 3; ++rank) {
        for (int set = 0; set < kHostPieceSets; ++set) {
            ASSERT_EQ(other.piece(rank, set).size(), kHostPieceBytes);
            EXPECT_EQ(other.piece(rank, set).front(), static_cast<std::byte>(10 * rank + set + 1));
            EXPECT_EQ(other.piece(rank, set).back(), static_cast<std::byte>(10 * rank + set + 1));
        }
    }
}

TEST(HostMemory, IsAnothersWhenItWasMadeAnew)
{
    EXPECT_NE(HostMemory(makeHostMemory(2)).id(), HostMemory(makeHostMemory(2)).id());
}

// A file that shrinks under a mapping kills whoever touches it.
TEST(HostMemory, KeepsItsSize)
{
    const Descriptor made = makeHostMemory(2);
    EXPECT_NE(::ftruncate(made.get(), 4096), 0);
    EXPECT_NE(::ftruncate(made.get(), 1 << 30), 0);
    EXPECT_EQ(::lseek(made.get(), 0, SEEK_END), 4096 + 2 * kHostPieceSets * (1 << 20));
    EXPECT_NE(::fcntl(made.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(HostMemory, RefusesWhatNoSupervisorHasMade)
{
    Descriptor unsealed(::memfd_create("test", MFD_CLOEXEC));
    ASSERT_EQ(::ftruncate(unsealed.get(), 4096 + kHostPieceSets * (1 << 20)), 0);
    EXPECT_THAT(refusalOf(std::move(unsealed)), HasSubstr("its size is not sealed"));

    Descriptor empty(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    ASSERT_EQ(::fcntl(empty.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
    EXPECT_THAT(refusalOf(std::move(empty)), HasSubstr("not made by a supervisor of this version"));

    // Ours, but for more ranks than it has room for.
    const Descriptor made = makeHostMemory(2);
    const std::uint64_t tooMany = 3;
    ASSERT_EQ(::pwrite(made.get(), &tooMany, sizeof tooMany, 8), static_cast<ssize_t>(sizeof tooMany));
    EXPECT_THAT(refusalOf(copyOf(made)), HasSubstr("not made by a supervisor of this version"));

    EXPECT_THAT(refusalOf(Descriptor()), HasSubstr("cannot be used"));
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const Descriptor unused(ends[1]);
    EXPECT_THAT(refusalOf(Descriptor(ends[0])), HasSubstr("cannot be used"));
}

} // namespace
} // namespace lockstep::test
