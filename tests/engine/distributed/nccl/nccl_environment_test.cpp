// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/nccl/nccl_environment.h"

#include "engine/distributed/exchange.h"
#include "engine/distributed/nccl/nccl_library.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>

namespace lockstep::cuda {
namespace {

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

class NcclEnvironment : public ::testing::Test {
protected:
    NcclEnvironment()
    {
        for (const char* name :
             {"NCCL_COMM_BLOCKING", "NCCL_SOCKET_IFNAME", "NCCL_SOCKET_FAMILY", "NCCL_ALGO", "NCCL_PROTO"})
            ::unsetenv(name);
    }
};

TEST_F(NcclEnvironment, InterfaceIsTheOneWithTheAddress)
{
    EXPECT_EQ(interfaceOf("127.0.0.1"), "lo");
    EXPECT_EQ(interfaceOf("192.0.2.77"), "") << "of documentation: nobody has it";
    EXPECT_EQ(interfaceOf("fe80::1%eth7"), "eth7");
    EXPECT_EQ(interfaceOf(""), "");
}

TEST_F(NcclEnvironment, NamesTheInterfaceOfThisHostAlone)
{
    prepareNcclEnvironment("127.0.0.1", false);
    EXPECT_EQ(variable("NCCL_SOCKET_IFNAME"), "=lo") << "no other whose name begins so";
    EXPECT_EQ(variable("NCCL_SOCKET_FAMILY"), "AF_INET");
    EXPECT_EQ(ncclInterface().english(), "lo");
    EXPECT_EQ(variable("NCCL_ALGO"), "");
}

TEST_F(NcclEnvironment, LeavesTheChoiceToNcclWhereTheAddressIsNotThisHosts)
{
    prepareNcclEnvironment("192.0.2.77", false);
    EXPECT_EQ(variable("NCCL_SOCKET_IFNAME"), "");
    EXPECT_EQ(ncclInterface().english(), "chosen by NCCL");
}

TEST_F(NcclEnvironment, WhatAPersonHasSetStays)
{
    ::setenv("NCCL_SOCKET_IFNAME", "ib0", 1);
    ::setenv("NCCL_ALGO", "Tree", 1);
    prepareNcclEnvironment("127.0.0.1", true);
    EXPECT_EQ(ncclInterface().english(), "ib0");
    EXPECT_EQ(variable("NCCL_ALGO"), "Tree");
}

TEST_F(NcclEnvironment, DeterministicSumsHaveOneAlgorithmAndProtocol)
{
    prepareNcclEnvironment("127.0.0.1", true);
    EXPECT_EQ(variable("NCCL_ALGO"), "Ring");
    EXPECT_EQ(variable("NCCL_PROTO"), "Simple");
}

TEST_F(NcclEnvironment, CallsNeverBlock)
{
    ::setenv("NCCL_COMM_BLOCKING", "1", 1);
    prepareNcclEnvironment("127.0.0.1", false);
    EXPECT_EQ(variable("NCCL_COMM_BLOCKING"), "0");
}

/// The real one that the plug-in was built with, brought by its path as the engine does: every function that
/// is called is there.
TEST(NcclLibrary, OfThisHostIsNewEnough)
{
    ASSERT_NE(::dlopen(LOCKSTEP_NCCL_LIBRARY, RTLD_NOW | RTLD_GLOBAL), nullptr) << ::dlerror();
    const std::optional<NcclLibrary> library = openNccl();
    ASSERT_TRUE(library);
    EXPECT_GE(library->version(), kOldestNccl);
}

} // namespace
} // namespace lockstep::cuda
