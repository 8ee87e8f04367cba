// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/core/processor_facts.h"
#include "engine/host/host_probe.h"
#include "engine/host/kernel_routes.h"
#include "engine/host/lease_links.h"
#include "engine/host/self_command.h"
#include "engine/host/system_calls.h"
#include "engine/host/verdict.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <sys/sysinfo.h>
#include <thread>
#include <unistd.h>

/// The parts of engine/host that need no other process.
namespace lockstep {
namespace {

Cause symptom(int culprit, std::int64_t saidNs = 0)
{
    RankEnd end;
    end.rank = 7;
    end.exitCode = static_cast<int>(ExitCode::PeerLost);
    end.message = "Rank was lost.";
    end.culprit = culprit;
    end.saidNs = saidNs;
    return causeOf(end);
}

TEST(Verdict, StrongerCauseReplacesSymptoms)
{
    Verdict verdict;
    EXPECT_FALSE(verdict.failed());
    EXPECT_FALSE(verdict.offer({}));
    EXPECT_TRUE(verdict.offer(symptom(-1)));
    EXPECT_TRUE(verdict.offer(symptom(2)));
    EXPECT_FALSE(verdict.offer(symptom(3))) << "among equals the first wins";
    EXPECT_FALSE(verdict.offer(symptom(-1)));
    RankEnd killed;
    killed.rank = 2;
    killed.exitCode = 128 + SIGKILL;
    EXPECT_TRUE(verdict.offer(causeOf(killed)));
    EXPECT_FALSE(verdict.offer({CauseStrength::LostHost, 6, -1, "Host lost.", 0}));
    EXPECT_EQ(verdict.cause().culprit, 2);
    EXPECT_EQ(verdict.cause().exitCode, 137);
}

TEST(Verdict, EarlierComplaintWinsWhateverTheOrderOfReaping)
{
    Verdict verdict;
    EXPECT_TRUE(verdict.offer(symptom(2, 2000)));
    EXPECT_TRUE(verdict.offer(symptom(3, 1000)));
    EXPECT_FALSE(verdict.offer(symptom(4, 1500)));
    EXPECT_FALSE(verdict.offer(symptom(5, 0)));
    EXPECT_EQ(verdict.cause().culprit, 3);
}

TEST(Verdict, WhatTheSupervisorBroughtAboutIsNoCause)
{
    RankEnd end;
    end.exitCode = 128 + SIGTERM;
    end.killedByUs = true;
    EXPECT_EQ(causeOf(end).strength, CauseStrength::None);
    end.exitCode = 1;
    end.toldToEnd = true;
    EXPECT_EQ(causeOf(end).strength, CauseStrength::None);
    for (const ExitCode quiet : {ExitCode::Success, ExitCode::Stopped}) {
        end.exitCode = static_cast<int>(quiet);
        EXPECT_EQ(causeOf(end).strength, CauseStrength::None);
    }
    // But a rank that dies of another's signal while it is being stopped is still a death.
    end.exitCode = 128 + SIGSEGV;
    end.killedByUs = false;
    EXPECT_EQ(causeOf(end).strength, CauseStrength::Origin);
}

TEST(Verdict, RankThatOthersHaveLostTellsThatItsDeviceHangs)
{
    RankEnd end;
    end.rank = 1;
    end.exitCode = static_cast<int>(ExitCode::DeviceUnavailable);
    end.message = "The device cuda:1 hangs.";
    end.toldToEnd = true;
    Verdict verdict;
    EXPECT_TRUE(verdict.offer(symptom(1)));
    EXPECT_TRUE(verdict.offer(causeOf(end, verdict.cause())));
    EXPECT_EQ(verdict.cause().exitCode, end.exitCode);
    EXPECT_THAT(verdict.cause().message.english(), ::testing::HasSubstr("cuda:1 hangs"));
    end.rank = 2;
    EXPECT_EQ(causeOf(end, symptom(1)).strength, CauseStrength::None) << "nobody has waited for that one";
    end.rank = 1;
    end.exitCode = static_cast<int>(ExitCode::Failure);
    EXPECT_EQ(causeOf(end, symptom(1)).strength, CauseStrength::None);
}

TEST(Verdict, RankThatAccusesItselfNamesNobody)
{
    EXPECT_EQ(symptom(7).strength, CauseStrength::Symptom);
    EXPECT_EQ(symptom(7).culprit, -1);
}

TEST(SelfCommand, IsTheExecutableItself)
{
    EXPECT_EQ(selfCommandFrom("/opt/lockstep-engine", {"lockstep-engine", "attach"}, "/home/ada"),
              (std::vector<std::string>{"/opt/lockstep-engine"}));
    std::error_code error;
    EXPECT_EQ(selfCommand().size(), 1u);
    EXPECT_EQ(::access(selfCommand()[0].c_str(), X_OK), 0);
}

TEST(SelfCommand, KeepsTheLoaderAndMakesItsPathsAbsolute)
{
    const std::vector<std::string> words = {".lockstep/engine/ab/lib/ld-linux-x86-64.so.2", "--library-path",
                                            ".lockstep/engine/ab/lib:/usr/lib",
                                            ".lockstep/engine/ab/lockstep-engine", "attach"};
    EXPECT_EQ(selfCommandFrom("/home/ada/.lockstep/engine/ab/lib/ld-linux-x86-64.so.2", words, "/home/ada"),
              (std::vector<std::string>{"/home/ada/.lockstep/engine/ab/lib/ld-linux-x86-64.so.2",
                                        "--library-path", "/home/ada/.lockstep/engine/ab/lib:/usr/lib",
                                        "/home/ada/.lockstep/engine/ab/lockstep-engine"}));
    EXPECT_THROW(selfCommandFrom("/lib64/ld-linux-x86-64.so.2", {"ld.so", "--library-path", "x"}, "/"),
                 EngineError);
}

TEST(LeaseMessages, SurviveTheWire)
{
    LeaseMessage message;
    message.kind = LeaseMessage::Kind::Failed;
    message.cause = {CauseStrength::Origin, 137, 3, "Rank 3 \"died\" \xff.", 0};
    const auto read = parseLeaseMessage(toJson(message));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->cause.strength, CauseStrength::Origin);
    EXPECT_EQ(read->cause.culprit, 3);
    EXPECT_EQ(read->cause.exitCode, 137);
    message.kind = LeaseMessage::Kind::Stop;
    message.graceSeconds = 2.5;
    message.cause = {};
    EXPECT_EQ(parseLeaseMessage(toJson(message)).value(), message);
}

TEST(LeaseMessages, AreCheckedBeforeTheyAreBelieved)
{
    LeaseMessage lost;
    lost.kind = LeaseMessage::Kind::Lost;
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("{\"kind\":\"done\"}"),
          toJson(lost), std::string(200'000, ' '), std::string(100'000, '['),
          std::string(
              R"({"kind":"failed","strength":9,"exitCode":0,"culprit":0,"message":"","graceSeconds":0})"),
          std::string(
              R"({"kind":"failed","strength":1,"exitCode":"x","culprit":0,"message":"","graceSeconds":0})")})
        EXPECT_FALSE(parseLeaseMessage(text).ok()) << text.substr(0, 80);
}

TEST(FileErrors, NameTheFileAndTheWayOut)
{
    EXPECT_NE(fileError("/a/b", ENOSPC).error().message().find("/a/b"), std::string::npos);
    EXPECT_NE(fileError("/a/b", ENOSPC).error().message().find("full"), std::string::npos);
    EXPECT_NE(fileError("/a/b", EACCES).error().message().find("permission denied"), std::string::npos);
    EXPECT_NE(fileError("/a/b", EIO).error().message().find("Input/output error"), std::string::npos);
}

TEST(Probe, ReadsFormatsOfOtherMachines)
{
    EXPECT_EQ(prettySystemName("NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"),
              "Debian GNU/Linux 12 (bookworm)");
    EXPECT_EQ(prettySystemName("nothing here"), "");
    const auto facts = readProcessorFacts("processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\n"
                                          "flags\t\t: fpu avx2 avx512f amx_bf16 rdrand\n");
    EXPECT_EQ(facts.model, "Some CPU @ 2 GHz");
    EXPECT_EQ(facts.instructionSets, (std::vector<std::string>{"amx_bf16", "avx2", "avx512f"}));
    const auto arm = readProcessorFacts("processor\t: 0\nFeatures\t: fp asimd sve bf16\n");
    EXPECT_EQ(arm.instructionSets, (std::vector<std::string>{"asimd", "bf16", "sve"}));
}

std::string output(const std::string& command)
{
    std::string text;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::array<char, 4096> buffer{};
    for (std::size_t count; (count = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
        text.append(buffer.data(), count);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

/// The system's own tools are the oracle.
TEST(Probe, AgreesWithTheSystem)
{
    const HostReport report = probeHost();
    EXPECT_EQ(report.hostName, output("cat /proc/sys/kernel/hostname"));
    EXPECT_NE(report.kernel.find(output("uname -r")), std::string::npos);
    EXPECT_LE(report.cores, std::stoi(output("nproc")));
    EXPECT_GE(report.cores, 1);
    struct sysinfo information {};
    ASSERT_EQ(::sysinfo(&information), 0);
    EXPECT_NEAR(static_cast<double>(report.memoryBytes), static_cast<double>(information.totalram), 4096.0);
    EXPECT_GT(report.memoryAvailableBytes, 0);
    EXPECT_LE(report.memoryAvailableBytes, report.memoryBytes);
    EXPECT_GT(report.diskFreeBytes, 0);
    const auto loopback =
        std::find_if(report.interfaces.begin(), report.interfaces.end(),
                     [](const NetworkInterface& interface) { return interface.name == "lo"; });
    ASSERT_NE(loopback, report.interfaces.end());
    EXPECT_EQ(loopback->addresses.at(0), "127.0.0.1");
    EXPECT_EQ(parseHostReport(toJson(report)).value(), report);
}

TEST(KernelRoutes, AreThoseThatLeadSomewhere)
{
    const auto routes =
        kernelRoutes("Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
                     "wlan0\t00000000\t0102000A\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
                     "eth0\t00000000\t0101000A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
                     "eth0\t0001000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
                     "eth0\t0002000A\t00000000\t0000\t0\t0\t0\t00FFFFFF\t0\t0\t0\n" // down
                     "*\t0003000A\t00000000\t0201\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"    // refused
                     "cut\t0003");
    EXPECT_EQ(routes,
              (std::map<std::string, std::vector<std::string>>{{"eth0", {"0.0.0.0/0", "10.0.1.0/24"}}}));
}

/// A kind that is not named is one that a rank would be refused on.
TEST(Probe, NamesTheKindsOfDevicesThatRanksCanTrainOn)
{
    const std::vector<std::string> kinds = probeHost().deviceKinds;
    EXPECT_THAT(kinds, testing::Contains("cpu"));
    for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda}) {
        if (std::find(kinds.begin(), kinds.end(), toString(kind)) == kinds.end()) {
            EXPECT_THROW(makeComputeBackend({kind, 0}), EngineError) << toString(kind);
        }
    }
    EXPECT_NO_THROW(makeComputeBackend({DeviceKind::Cpu, 0}));
}

/// What an engine finds with the driver of fake_nvml.cpp.
HostReport reportWith(const std::string& environment)
{
    const std::string folder = LOCKSTEP_BINARY_DIR "/tests";
    return parseHostReport(output("LOCKSTEP_HOME=/tmp LD_LIBRARY_PATH=" + folder + "/fake-nvml " +
                                  environment + " " + folder + "/misbehaving_engine probe"))
        .value();
}

std::vector<GpuReport> gpusOfProc()
{
    HostReport report;
    probeGpus(report);
    return report.gpus;
}

TEST(Probe, AsksTheDriverAndGivesUpOnOneThatHangs)
{
    EXPECT_EQ(reportWith("FAKE_NVML=three").gpus.size(), 3u);
    // Whatever the kernel's own files tell is still told.
    EXPECT_EQ(reportWith("FAKE_NVML=broken").gpus, gpusOfProc());
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(reportWith("FAKE_NVML=hang").gpus, gpusOfProc());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Probe, TellsWhatEveryGpuIsAndDoes)
{
    const std::vector<GpuReport> gpus = reportWith("").gpus;
    ASSERT_EQ(gpus.size(), 3u);
    EXPECT_EQ(gpus[0], (GpuReport{0,
                                  "NVIDIA GeForce GTX 1060 6GB",
                                  std::int64_t{6} << 30,
                                  "580.65.06",
                                  0,
                                  "GPU-11111111-aaaa",
                                  "6.1",
                                  "12.4",
                                  {0.25, 0.0, 64.0, 38.5, 1506.0, 4004.0, "power-cap heat"},
                                  {{4711, 1 << 20}, {4712, std::nullopt}}}));
    EXPECT_EQ(gpus[2].state.throttle, throttle::kNone); // idle is no limit
}

TEST(Probe, DoesNotTakeForZeroWhatAGpuDoesNotTell)
{
    const std::vector<GpuReport> gpus = reportWith("").gpus;
    ASSERT_EQ(gpus.size(), 3u);
    EXPECT_EQ(gpus[1].state, (GpuState{.usedBytes = 1 << 30}));
    EXPECT_EQ(gpus[1].processes, std::vector<GpuProcess>{});
}

struct Visible {
    const char* variable;   ///< CUDA_VISIBLE_DEVICES
    std::vector<int> shown; ///< their indices for nvidia-smi, in the order of cuda:0, cuda:1, ...
};
class ProbeOfVisibleGpus : public ::testing::TestWithParam<Visible> {};

TEST_P(ProbeOfVisibleGpus, CountsThemAsRanksThereDo)
{
    const HostReport report = reportWith(std::string("CUDA_VISIBLE_DEVICES=") + GetParam().variable);
    std::vector<int> shown;
    for (const GpuReport& gpu : report.gpus) {
        EXPECT_EQ(gpu.index, static_cast<int>(shown.size()));
        shown.push_back(gpu.hostIndex);
    }
    EXPECT_EQ(shown, GetParam().shown);
    EXPECT_EQ(report.hiddenGpus, 3 - static_cast<int>(shown.size()));
    EXPECT_EQ(report.visibleDevices, GetParam().variable);
}

// What NVIDIA's programming guide says of the variable.
INSTANTIATE_TEST_SUITE_P(, ProbeOfVisibleGpus,
                         ::testing::Values(Visible{"2,0", {2, 0}}, Visible{"", {}}, Visible{"-1", {}},
                                           Visible{"1,9,2", {1}}, Visible{"GPU-22223,GPU-1111", {2, 0}},
                                           Visible{"NoDevFiles", {}}));

TEST(Probe, FindsTheAddressThatSshCameInOn)
{
    ::setenv("SSH_CONNECTION", "203.0.113.5 50222 10.0.0.7 22", 1);
    EXPECT_EQ(probeHost().sshAddress, "10.0.0.7");
    ::unsetenv("SSH_CONNECTION");
    EXPECT_EQ(probeHost().sshAddress, "");
}

} // namespace
} // namespace lockstep
