// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/plugin/build_facts.h"
#include "engine/compute/plugin/library_packages.h"
#include "engine/compute/plugin/library_search.h"
#include "tests/engine/support/scratch_folder.h"

#include <fstream>
#include <gmock/gmock.h>
#include <map>

namespace lockstep {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::vector<std::string> kCudnn = {"libcudnn.so.9",
                                         "libcudnn_graph.so.9",
                                         "libcudnn_ops.so.9",
                                         "libcudnn_cnn.so.9",
                                         "libcudnn_heuristic.so.9",
                                         "libcudnn_engines_precompiled.so.9",
                                         "libcudnn_engines_runtime_compiled.so.9"};

/// A host of its own, in a folder.
class LibrarySearchTest : public testing::Test {
protected:
    void put(const fs::path& folder, const std::vector<std::string>& files)
    {
        fs::create_directories(root() / folder);
        for (const std::string& file : files)
            std::ofstream(root() / folder / file) << "a library";
    }

    /// As pip unpacks NVIDIA's packages for CUDA 13 into a folder of packages.
    void putPackages(const fs::path& packages)
    {
        put(packages / "nvidia/cu13/lib", {"libcublas.so.13", "libcublasLt.so.13", "libnvrtc.so.13"});
        put(packages / "nvidia/cudnn/lib", kCudnn);
        put(packages / "nvidia/nccl/lib", {"libnccl.so.2"});
    }

    fs::path root() const { return m_folder.path(); }

    void set(const std::string& name, const std::string& value) { m_environment[name] = value; }

    SearchPlaces places()
    {
        return {.root = root(), .environment = [this](const char* name) -> const char* {
                    const auto found = m_environment.find(name);
                    return found == m_environment.end() ? nullptr : found->second.c_str();
                }};
    }

    LibrarySearch search() { return searchLibraries(neededLibraries(13), libraryFolders(places())); }

    /// Folder of the library of this name below the root; empty where it was not found.
    std::string placeOf(const std::string& name)
    {
        for (const FoundLibrary& found : search().found) {
            if (found.library.name == name)
                return found.path.parent_path().lexically_relative(root()).string();
        }
        return {};
    }

private:
    ScratchFolder m_folder;
    std::map<std::string, std::string> m_environment;
};

TEST_F(LibrarySearchTest, ThePackagesOfAPersonAreFound)
{
    set("HOME", root() / "home/ada");
    putPackages("home/ada/.local/lib/python3.11/site-packages");
    EXPECT_EQ(placeOf("cuBLAS"), "home/ada/.local/lib/python3.11/site-packages/nvidia/cu13/lib");
    EXPECT_EQ(placeOf("cuDNN"), "home/ada/.local/lib/python3.11/site-packages/nvidia/cudnn/lib");
    EXPECT_EQ(placeOf("NCCL"), "home/ada/.local/lib/python3.11/site-packages/nvidia/nccl/lib");
    EXPECT_EQ(missingLibraries(search()), std::nullopt);
}

TEST_F(LibrarySearchTest, PythonEnvironmentsMayBeNamed)
{
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX", "LOCKSTEP_CUDA_LIBRARIES"}) {
        const std::string folder = std::string("envs/") + name;
        putPackages(folder + "/lib/python3.12/site-packages");
        set(name, root() / folder);
        EXPECT_EQ(placeOf("cuDNN"), folder + "/lib/python3.12/site-packages/nvidia/cudnn/lib");
        set(name, "");
        EXPECT_NE(missingLibraries(search()), std::nullopt);
    }
}

TEST_F(LibrarySearchTest, WhatIsNamedGoesBeforeWhatIsThere)
{
    set("HOME", root() / "home");
    putPackages("usr/local/lib/python3.11/dist-packages");
    EXPECT_EQ(placeOf("cuDNN"), "usr/local/lib/python3.11/dist-packages/nvidia/cudnn/lib");
    put("usr/local/cuda-12.9/lib64", kCudnn);
    put("usr/local/cuda-13.2/lib64", kCudnn);
    EXPECT_EQ(placeOf("cuDNN"), "usr/local/cuda-13.2/lib64");
    put("loader", kCudnn);
    set("LD_LIBRARY_PATH", "/nowhere:" + (root() / "loader").string());
    EXPECT_EQ(placeOf("cuDNN"), "loader");
    putPackages("home/.lockstep/cuda"); // what fetchCommand() fetches
    EXPECT_EQ(placeOf("cuDNN"), "home/.lockstep/cuda/nvidia/cudnn/lib");
    put("mine", kCudnn);
    set("LOCKSTEP_CUDA_LIBRARIES", root() / "mine");
    EXPECT_EQ(placeOf("cuDNN"), "mine");
    EXPECT_EQ(placeOf("cuBLAS"), "home/.lockstep/cuda/nvidia/cu13/lib");
}

TEST_F(LibrarySearchTest, FoldersThatTheAdministratorGaveTheLoaderAreLookedThrough)
{
    put("opt/vendor/lib", kCudnn);
    fs::create_directories(root() / "etc/ld.so.conf.d");
    std::ofstream(root() / "etc/ld.so.conf.d/vendor.conf") << "# the vendor's\n/opt/vendor/lib\n";
    EXPECT_EQ(placeOf("cuDNN"), "opt/vendor/lib");
}

TEST_F(LibrarySearchTest, HalfOfALibraryIsNotTaken)
{
    put("usr/lib64", {"libcudnn.so.9", "libcudnn_graph.so.9"});
    EXPECT_EQ(placeOf("cuDNN"), "");
    put("usr/lib/x86_64-linux-gnu", kCudnn);
    EXPECT_THAT(placeOf("cuDNN"), HasSubstr("-linux-gnu"));
}

TEST_F(LibrarySearchTest, WhatIsMissingIsNamedWithVersionAndRemedy)
{
    put("usr/local/cuda/lib64", {"libcublas.so.12", "libcublasLt.so.12", "libnccl.so.2"});
    put("usr/lib64", kCudnn);
    const std::string sentence = missingLibraries(search())->english();
    EXPECT_THAT(sentence, HasSubstr("cuBLASLt 13.0.0 (libcublasLt.so.13), cuBLAS 13.0.0 (libcublas.so.13)"));
    EXPECT_THAT(sentence, HasSubstr("pip install --target ~/.lockstep/cuda nvidia-cublas."));
    EXPECT_THAT(sentence, HasSubstr("LOCKSTEP_CUDA_LIBRARIES"));
    EXPECT_THAT(sentence, testing::Not(HasSubstr("cuDNN")));
}

TEST_F(LibrarySearchTest, OneGpuNeedsNoNccl)
{
    put("usr/lib64", kCudnn);
    put("usr/lib64", {"libcublas.so.13", "libcublasLt.so.13"});
    EXPECT_EQ(missingLibraries(search()), std::nullopt);
    EXPECT_EQ(placeOf("NCCL"), "");
}

TEST_F(LibrarySearchTest, WhatAnotherComputerSentIsLookedAtLast)
{
    set("HOME", root() / "home");
    put("home/.lockstep/libraries/aaaa", kCudnn);
    put("home/.lockstep/libraries/.tmp-bbbb", {"libnccl.so.2"});
    EXPECT_EQ(placeOf("cuDNN"), "home/.lockstep/libraries/aaaa");
    EXPECT_EQ(placeOf("NCCL"), "") << "an unfinished upload was taken";
    put("chosen/libraries/cccc", kCudnn);
    set("LOCKSTEP_HOME", root() / "chosen");
    EXPECT_EQ(placeOf("cuDNN"), "chosen/libraries/cccc");
    put("usr/lib64", kCudnn);
    EXPECT_EQ(placeOf("cuDNN"), "usr/lib64");
}

TEST_F(LibrarySearchTest, OfWhatWasSentTheNewestIsTaken)
{
    set("HOME", root());
    for (const char* name : {"b-old", "a-new", "c-older"})
        put(fs::path(".lockstep/libraries") / name, kCudnn);
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(root() / ".lockstep/libraries/b-old", now - std::chrono::hours(2));
    fs::last_write_time(root() / ".lockstep/libraries/c-older", now - std::chrono::hours(3));
    EXPECT_EQ(placeOf("cuDNN"), ".lockstep/libraries/a-new");
}

TEST_F(LibrarySearchTest, WhatIsKnownToBeTooOldIsPassedOver)
{
    set("HOME", root());
    put("usr/local/cuda/lib64", {"libnccl.so.2.17.1"});
    fs::create_symlink("libnccl.so.2.17.1", root() / "usr/local/cuda/lib64/libnccl.so.2");
    const fs::path packages = ".local/lib/python3.11/site-packages";
    put(packages / "nvidia/cudnn/lib", kCudnn);
    put(packages / "nvidia_cudnn_cu13-9.0.0.312.dist-info", {"METADATA"});
    EXPECT_EQ(placeOf("NCCL"), "");
    EXPECT_EQ(placeOf("cuDNN"), "");
    EXPECT_THAT(missingLibraries(search())->english(), HasSubstr("cuDNN 9.1.0"));
    put(".lockstep/libraries/sent", {"libnccl.so.2"});
    put(".lockstep/libraries/also", kCudnn);
    EXPECT_EQ(placeOf("NCCL"), ".lockstep/libraries/sent");
    EXPECT_EQ(placeOf("cuDNN"), ".lockstep/libraries/also");
}

TEST_F(LibrarySearchTest, VersionsAreReadOffNames)
{
    put("lib", {"libcudnn.so.9.14.0", "libnccl.so.2", "libcublas.so.13.1.0.3"});
    fs::create_symlink("libcudnn.so.9.14.0", root() / "lib/libcudnn.so.9");
    fs::create_symlink("libcublas.so.13.1.0.3", root() / "lib/libcublas.so.13");
    EXPECT_EQ(versionByName(root() / "lib/libcudnn.so.9"), 91400);
    EXPECT_EQ(versionByName(root() / "lib/libcublas.so.13"), 130100);
    EXPECT_EQ(versionByName(root() / "lib/libnccl.so.2"), 0);
    put("packages/nvidia/nccl/lib", {"libnccl.so.2"});
    put("packages/nvidia_nccl_cu13-2.28.9.dist-info", {"METADATA"});
    EXPECT_EQ(versionByName(root() / "packages/nvidia/nccl/lib/libnccl.so.2"), 22809);
}

TEST_F(LibrarySearchTest, PackagesAreWholeOrMissing)
{
    put("usr/lib64", kCudnn);
    put("usr/lib64", {"libcublas.so.13", "libcublasLt.so.13"});
    put("usr/lib64", {"libnvrtc.so.13", "libnvrtc-builtins.so.13.2", "libnvrtc-builtins.so.13.2.88",
                      "libnvrtc-builtins.alt.so.13.2"});
    const GpuLibraries libraries = packagesOf(
        search(), [](const FoundLibrary& found) { return found.library.name == "cuDNN" ? 91400 : 0; });
    std::map<std::string, GpuPackage> found;
    for (const GpuPackage& package : libraries.found)
        found[package.package] = package;
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found["nvidia-cudnn-cu13"].version, "9.14.0");
    EXPECT_EQ(found["nvidia-cudnn-cu13"].files.size(), kCudnn.size());
    EXPECT_EQ(found["nvidia-cudnn-cu13"].files.front().bytes, 9);
    EXPECT_THAT(found["nvidia-cublas"].libraries, testing::ElementsAre("cuBLASLt", "cuBLAS"));
    ASSERT_EQ(found["nvidia-cuda-nvrtc"].files.size(), 2u);
    EXPECT_THAT(found["nvidia-cuda-nvrtc"].files[1].path, testing::EndsWith("builtins.so.13.2"));
    EXPECT_THAT(libraries.missing,
                testing::ElementsAre(MissingGpuPackage{"nvidia-nccl-cu13", {"NCCL"}, "2.18.0", false, true}));
}

TEST_F(LibrarySearchTest, HalfOfAPackageIsMissing)
{
    put("usr/lib64", {"libcublasLt.so.13"});
    const GpuLibraries libraries = packagesOf(search(), [](const FoundLibrary&) { return 0; });
    EXPECT_TRUE(libraries.found.empty());
    EXPECT_THAT(libraries.missing, testing::Contains(MissingGpuPackage{
                                       "nvidia-cublas", {"cuBLASLt", "cuBLAS"}, "13.0.0", true, false}));
}

TEST_F(LibrarySearchTest, PackagesAreThoseOfTheToolkitOfTheBuild)
{
    const auto names = [](int major) {
        std::vector<std::string> packages;
        for (const NeededLibrary& library : neededLibraries(major))
            packages.push_back(library.package);
        return packages;
    };
    EXPECT_THAT(names(12), testing::Each(testing::EndsWith("-cu12")));
    EXPECT_THAT(names(13), testing::Contains("nvidia-cublas"));
}

TEST_F(LibrarySearchTest, TheDriverIsFoundWhereABundledLoaderWouldNotLook)
{
    EXPECT_EQ(driverLibrary("libcuda.so.1", places()), "libcuda.so.1");
    put("usr/local/nvidia/lib64", {"libcuda.so.1"});
    EXPECT_EQ(driverLibrary("libcuda.so.1", places()), root() / "usr/local/nvidia/lib64/libcuda.so.1");
    put("mine", {"libcuda.so.1"});
    set("LD_LIBRARY_PATH", root() / "mine");
    EXPECT_EQ(driverLibrary("libcuda.so.1", places()), root() / "mine/libcuda.so.1");
}

/// NVIDIA's rule: code for X.Y runs on X.Z with Z >= Y; PTX on everything from its own on.
TEST(BuildFacts, TellWhichCardsAreServed)
{
    const std::vector<int> built = {75, 80, 86, 90, 120};
    for (const auto& [major, minor] :
         {std::pair{7, 5}, {8, 0}, {8, 7}, {8, 9}, {9, 0}, {12, 0}, {12, 1}, {13, 0}})
        EXPECT_TRUE(servesCapability(built, major, minor)) << major << "." << minor;
    for (const auto& [major, minor] : {std::pair{6, 1}, {7, 0}, {7, 2}, {10, 0}, {11, 0}})
        EXPECT_FALSE(servesCapability(built, major, minor)) << major << "." << minor;
    EXPECT_FALSE(servesCapability({}, 9, 0));
}

} // namespace
} // namespace lockstep
