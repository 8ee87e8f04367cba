// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/rank_environment.h"

#include "engine/cli/launched_rank.h"
#include "engine/cli/launcher_address.h"
#include "engine/cli/token_file.h"
#include "engine/core/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sys/stat.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Variables = std::map<std::string, std::string>;

RankEnvironment environmentOf(const Variables& variables)
{
    return readRankEnvironment([&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

std::string errorOf(const std::function<void()>& act)
{
    try {
        act();
    } catch (const EngineError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

std::string errorOf(const Variables& variables)
{
    return errorOf([&] { environmentOf(variables); });
}

TEST(RankEnvironment, IsOneRankAloneWithoutLauncher)
{
    EXPECT_EQ(environmentOf({}), RankEnvironment{});
    EXPECT_EQ(environmentOf({{"MASTER_ADDR", "gpu-a"}, {"MASTER_PORT", "29500"}}), RankEnvironment{});
    // A batch script of Slurm's by itself is no task of it.
    EXPECT_EQ(environmentOf({{"SLURM_NTASKS", "2"}, {"SLURM_PROCID", "0"}}), RankEnvironment{});
}

// As torchrun of PyTorch 1.13 sets them for the last of three workers on one host.
TEST(RankEnvironment, ReadsTorchrun)
{
    Variables variables{{"RANK", "2"},
                        {"WORLD_SIZE", "3"},
                        {"LOCAL_RANK", "2"},
                        {"LOCAL_WORLD_SIZE", "3"},
                        {"MASTER_ADDR", "gpu-a"},
                        {"MASTER_PORT", "29500"},
                        {"TORCHELASTIC_RUN_ID", "none"},
                        {"TORCHELASTIC_RESTART_COUNT", "1"},
                        {"TORCHELASTIC_USE_AGENT_STORE", "False"}};
    EXPECT_EQ(environmentOf(variables), (RankEnvironment{2, 3, 2, 3, "gpu-a", 29500, "none", 1}));
    // There its agent keeps a store at the port.
    variables["TORCHELASTIC_USE_AGENT_STORE"] = "True";
    EXPECT_EQ(environmentOf(variables).masterPort, 0);
}

TEST(RankEnvironment, ReadsOpenMpi)
{
    const Variables variables{{"OMPI_COMM_WORLD_RANK", "2"},
                              {"OMPI_COMM_WORLD_SIZE", "3"},
                              {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                              {"OMPI_COMM_WORLD_LOCAL_SIZE", "1"},
                              {"PMIX_NAMESPACE", "3110273025"},
                              {"SLURM_STEP_ID", "0"}, // mpirun's own daemons are tasks of Slurm there
                              {"SLURM_PROCID", "1"},
                              {"SLURM_NTASKS", "2"}};
    EXPECT_EQ(environmentOf(variables), (RankEnvironment{2, 3, 0, 1, "", 0, "3110273025", 0}));
}

// As srun of Slurm 22.05 sets them for the last of three tasks on two nodes.
TEST(RankEnvironment, ReadsSlurm)
{
    Variables variables{{"SLURM_PROCID", "2"},
                        {"SLURM_NTASKS", "3"},
                        {"SLURM_LOCALID", "0"},
                        {"SLURM_NODEID", "1"},
                        {"SLURM_STEP_TASKS_PER_NODE", "2,1"},
                        {"SLURM_STEP_NODELIST", "gpu[07-08]"},
                        {"SLURM_JOB_NODELIST", "gpu[05-08]"},
                        {"SLURM_JOB_ID", "41"},
                        {"SLURM_STEP_ID", "0"}};
    EXPECT_EQ(environmentOf(variables), (RankEnvironment{2, 3, 0, 1, "gpu07", 0, "41.0", 0}));
    variables["SLURM_RESTART_COUNT"] = "2";
    variables["MASTER_ADDR"] = "10.0.0.7";
    variables["MASTER_PORT"] = "5000";
    EXPECT_EQ(environmentOf(variables), (RankEnvironment{2, 3, 0, 1, "10.0.0.7", 5000, "41.0", 2}));
}

TEST(RankEnvironment, MeetsOnTheLoopbackWhereAllAreOnOneHost)
{
    EXPECT_EQ(environmentOf({{"OMPI_COMM_WORLD_RANK", "1"},
                             {"OMPI_COMM_WORLD_SIZE", "2"},
                             {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                             {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})
                  .masterAddress,
              "127.0.0.1");
}

TEST(RankEnvironment, NamesAVariableThatMakesNoSense)
{
    EXPECT_THAT(errorOf({{"RANK", "x"}, {"WORLD_SIZE", "2"}}),
                HasSubstr("RANK is \"x\"; expected a number from 0 to 1"));
    EXPECT_THAT(errorOf({{"RANK", "2"}, {"WORLD_SIZE", "2"}}), HasSubstr("RANK is \"2\""));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "0"}}), HasSubstr("WORLD_SIZE is \"0\""));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "99999999999"}}), HasSubstr("WORLD_SIZE"));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"LOCAL_WORLD_SIZE", "3"}}),
                HasSubstr("LOCAL_WORLD_SIZE is \"3\"; expected a number from 1 to 2"));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "4"}, {"LOCAL_WORLD_SIZE", "2"}, {"LOCAL_RANK", "2"}}),
                HasSubstr("LOCAL_RANK is \"2\"; expected a number from 0 to 1"));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_PORT", "http"}}),
                HasSubstr("MASTER_PORT is \"http\""));
}

TEST(RankEnvironment, NamesTheMissingHalf)
{
    EXPECT_THAT(errorOf({{"RANK", "0"}}), HasSubstr("RANK is set, but WORLD_SIZE is not"));
    EXPECT_THAT(errorOf({{"WORLD_SIZE", "2"}}), HasSubstr("WORLD_SIZE is set, but RANK is not"));
    EXPECT_THAT(errorOf({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "0"}}), HasSubstr("SLURM_NTASKS is not"));
}

// What `scontrol show hostnames` prints first for each.
TEST(RankEnvironment, FindsTheFirstNodeOfAList)
{
    EXPECT_EQ(firstOfHostList("gpu[03-04,07],login"), "gpu03");
    EXPECT_EQ(firstOfHostList("login,gpu[03-04]"), "login");
    EXPECT_EQ(firstOfHostList("rack[1-2]node[3,5]"), "rack1node3");
    EXPECT_EQ(firstOfHostList("node-a.cluster"), "node-a.cluster");
    EXPECT_EQ(firstOfHostList(""), "");
    EXPECT_EQ(firstOfHostList("gpu["), "gpu");
}

TEST(RankEnvironment, CountsTheTasksOfANode)
{
    EXPECT_EQ(tasksOfNode("2(x3),1", 0), 2);
    EXPECT_EQ(tasksOfNode("2(x3),1", 2), 2);
    EXPECT_EQ(tasksOfNode("2(x3),1", 3), 1);
    EXPECT_EQ(tasksOfNode("2(x3),1", 4), 0);
    EXPECT_EQ(tasksOfNode("", 0), 0);
    EXPECT_EQ(tasksOfNode("x", 0), 0);
}

TEST(RendezvousFor, FindsThePortByTokenAndJob)
{
    RunToken token{};
    RankEnvironment environment{1, 2, 0, 1, "127.0.0.1", 0, "41.0", 0};
    const int port = rendezvousFor(environment, token).master.port;
    EXPECT_GE(port, 20000);
    EXPECT_LT(port, 30000);
    EXPECT_EQ(rendezvousFor(environment, token).master.port, port);
    environment.job = "42.0";
    EXPECT_NE(rendezvousFor(environment, token).master.port, port);
    environment.masterPort = 29500;
    EXPECT_EQ(rendezvousFor(environment, token).master, (Endpoint{"127.0.0.1", 29500}));
}

TEST(RendezvousFor, SaysWhatItNeedsToKnow)
{
    EXPECT_THAT(errorOf([] { rendezvousFor({0, 2, 0, 1}, RunToken{}); }), HasSubstr("Set MASTER_ADDR"));
    EXPECT_THAT(errorOf([] {
                    rendezvousFor({0, 2, 0, 1, "no-such-host.invalid"}, RunToken{});
                }),
                HasSubstr("no-such-host.invalid, has no address"));
}

TEST(AddressTowards, IsTheLoopbackOnlyAmongOnesOwn)
{
    const Endpoint here{"127.0.0.1", 29500};
    EXPECT_EQ(addressTowards(here, {0, 2, 0, 2}), "127.0.0.1");
    EXPECT_EQ(addressTowards({"::1", 29500}, {0, 2, 0, 2}), "::1");
}

TEST(RankNotice, ComesBackAsItWas)
{
    const RankNotice notice{{"10.0.0.3", 4000}, 7, "boot", "0,1"};
    EXPECT_EQ(parseRankNotice(toJson(notice)), notice);
    for (const char* wrong : {"", "{}", "[]", R"({"address": 1})",
                              R"({"address":"a","port":0,"attempt":1,"machine":"","cores":""})",
                              R"({"address":"a","port":1,"attempt":0,"machine":"","cores":""})"})
        EXPECT_THAT(errorOf([&] { parseRankNotice(wrong); }), HasSubstr("could not be understood")) << wrong;
}

class TokenFile : public ::testing::Test {
protected:
    TokenFile()
        : m_path(std::filesystem::temp_directory_path() / ("lockstep-token-" + std::to_string(::getpid())))
    {
    }
    ~TokenFile() override { std::filesystem::remove_all(m_path); }

    std::string write(const std::string& text, mode_t mode = 0600) const
    {
        std::ofstream(m_path) << text;
        ::chmod(m_path.c_str(), mode);
        return m_path.string();
    }

    const std::filesystem::path m_path;
    const std::string m_digits = std::string(32, 'a') + std::string(32, '7');
};

TEST_F(TokenFile, IsReadByItsOwner)
{
    EXPECT_EQ(readTokenFile(write(m_digits)), m_digits);
    EXPECT_EQ(readTokenFile(write(m_digits + "\n")), m_digits);
}

TEST_F(TokenFile, IsRefusedWhereOthersMayReadIt)
{
    for (const mode_t mode : {0640u, 0604u, 0620u, 0602u, 0644u})
        EXPECT_THAT(errorOf([&] { readTokenFile(write(m_digits, mode)); }),
                    HasSubstr("Others may read or change"))
            << mode;
}

TEST_F(TokenFile, SaysWhatIsWrongButNotWhatItHolds)
{
    EXPECT_THAT(errorOf([&] { readTokenFile(m_path); }), HasSubstr("cannot be read: No such file"));
    EXPECT_THAT(errorOf([&] { readTokenFile(write("secret words")); }),
                AllOf(HasSubstr("does not hold 64 hexadecimal digits"), Not(HasSubstr("secret words"))));
    EXPECT_THAT(errorOf([&] { readTokenFile(write(m_digits + m_digits)); }), HasSubstr("does not hold 64"));
    std::filesystem::remove(m_path);
    ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    EXPECT_THAT(errorOf([&] { readTokenFile(m_path); }), HasSubstr("is no regular file"));
}

} // namespace
} // namespace lockstep
