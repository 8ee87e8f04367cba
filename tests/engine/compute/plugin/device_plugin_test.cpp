// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/device_plugin.h"
#include "engine/compute/program.h"
#include "engine/core/error.h"
#include "engine/train/training_device.h"
#include "tests/engine/support/scratch_folder.h"

#include <dlfcn.h>
#include <fstream>
#include <gmock/gmock.h>

/// The paths of what is loaded here are given by the build: LOCKSTEP_STUB_...
namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A library that tells this version, and is too old before the other.
FoundLibrary library(const fs::path& path, int minimum)
{
    return {{.name = "cuDNN",
             .file = path.filename(),
             .package = "nvidia-cudnn-cu13",
             .minimum = minimum,
             .versionFunction = "cudnnGetVersion"},
            path};
}

PluginFiles files(const fs::path& plugin)
{
    PluginFiles files{
        .plugin = plugin, .driver = LOCKSTEP_STUB_LIBRARY, .libraries = {}, .build = LOCKSTEP_STUB_BUILD};
    files.libraries.found.push_back(library(LOCKSTEP_STUB_LIBRARY, 90100));
    return files;
}

std::string refusal(const PluginFiles& files)
{
    try {
        DevicePlugin plugin(files);
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DeviceUnavailable);
        return error.what();
    }
    return "accepted";
}

TEST(DevicePlugin, FindsWhatWasLoadedBeforeItAndItsErrorsCross)
{
    const DevicePlugin plugin(files(LOCKSTEP_STUB_PLUGIN));
    try {
        plugin.table().makeBackend({DeviceKind::Cuda, 2});
        FAIL() << "made";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::OutOfMemory);
        EXPECT_EQ(error.culprit(), 3);
        EXPECT_EQ(error.error().key, "a.key");
        EXPECT_THAT(error.what(), HasSubstr("cuda:2 has version 91000"));
    }
    EXPECT_THROW(plugin.table().makeTrainingDevice({DeviceKind::Cuda, 0}), std::out_of_range);
}

TEST(DevicePlugin, OfAnotherAbiIsRefused)
{
    EXPECT_THAT(refusal(files(LOCKSTEP_STUB_OTHER_ABI)), HasSubstr("another build"));
}

TEST(DevicePlugin, OfAnotherBuildIsRefusedWithBothIds)
{
    const std::string sentence = refusal(files(LOCKSTEP_STUB_OTHER_BUILD));
    EXPECT_THAT(sentence, HasSubstr("it is of 0.0.9-older, the engine of " LOCKSTEP_STUB_BUILD));
}

TEST(DevicePlugin, AnotherFileIsNone)
{
    EXPECT_THAT(refusal(files(LOCKSTEP_STUB_LIBRARY)), HasSubstr("is no plug-in"));
    const ScratchFolder folder;
    const fs::path damaged = folder.path() / "damaged.so";
    std::ofstream(damaged) << "not a library";
    EXPECT_THAT(refusal(files(damaged)), HasSubstr("damaged.so"));
    EXPECT_THAT(refusal(files(folder.path() / "absent.so")), HasSubstr("absent.so"));
}

TEST(DevicePlugin, IsNotLoadedWithoutADriver)
{
    PluginFiles without = files(LOCKSTEP_STUB_PLUGIN);
    without.driver = "libnodriver.so.1";
    EXPECT_THAT(refusal(without), testing::AllOf(HasSubstr("no driver"), HasSubstr("libnodriver.so.1")));
}

/// NCCL opens it so, and refuses to begin without it.
TEST(DevicePlugin, TheDriversManagementLibraryIsFoundByNameWhereverTheDriverLies)
{
    constexpr const char* kName = "libnvidia-ml.so.1";
    ASSERT_EQ(dlopen(kName, RTLD_NOW | RTLD_NOLOAD), nullptr) << "somebody else has loaded it";
    PluginFiles apart = files(LOCKSTEP_STUB_PLUGIN);
    apart.driver = LOCKSTEP_STUB_DRIVER;
    const DevicePlugin plugin(apart);
    EXPECT_NE(dlopen(kName, RTLD_NOW | RTLD_NOLOAD), nullptr);
}

TEST(DevicePlugin, AMissingLibraryIsNamed)
{
    PluginFiles without = files(LOCKSTEP_STUB_PLUGIN);
    without.libraries.missing.push_back(library("libcudnn.so.9", 90100).library);
    EXPECT_THAT(refusal(without),
                testing::AllOf(HasSubstr("cuDNN 9.1.0 (libcudnn.so.9)"), HasSubstr("nvidia-cudnn-cu13")));
}

TEST(DevicePlugin, ALibraryThatIsTooOldIsNamedWithBothVersions)
{
    PluginFiles old = files(LOCKSTEP_STUB_PLUGIN);
    old.libraries.found = {library(LOCKSTEP_STUB_LIBRARY, 92000)};
    EXPECT_THAT(refusal(old), testing::AllOf(HasSubstr(LOCKSTEP_STUB_LIBRARY " is cuDNN 9.10.0"),
                                             HasSubstr("9.20.0 or newer"), HasSubstr("pip install")));
}

TEST(DevicePlugin, AVersionMayBeToldThroughAPointer)
{
    PluginFiles old = files(LOCKSTEP_STUB_PLUGIN);
    FoundLibrary nccl = library(LOCKSTEP_STUB_LIBRARY, 92000);
    nccl.library.versionFunction = "ncclGetVersion";
    nccl.library.versionByPointer = true;
    old.libraries.found = {nccl};
    EXPECT_THAT(refusal(old), HasSubstr("9.10.0"));
}

TEST(DevicePlugin, ADamagedLibraryIsNamed)
{
    const ScratchFolder folder;
    const fs::path damaged = folder.path() / "libcudnn.so.9";
    std::ofstream(damaged) << "not a library";
    PluginFiles with = files(LOCKSTEP_STUB_PLUGIN);
    with.libraries.found = {library(damaged, 90100)};
    EXPECT_THAT(refusal(with), HasSubstr("could not be loaded"));
}

} // namespace
} // namespace lockstep
