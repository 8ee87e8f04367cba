// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/plan_cache.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

/// What was measured is found again by the next run, and by nobody whom it does not concern.
namespace lockstep::cuda {
namespace {

namespace fs = std::filesystem;

class PlanCaches : public ::testing::Test {
protected:
    void SetUp() override { fs::remove_all(folder); }
    void TearDown() override { fs::remove_all(folder); }

    std::vector<fs::path> files() const
    {
        std::vector<fs::path> paths;
        for (const auto& entry : fs::directory_iterator(folder))
            paths.push_back(entry.path());
        return paths;
    }
    static std::string contentOf(const fs::path& path)
    {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void write(const fs::path& path, const std::string& content)
    {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
    }

    const fs::path folder = fs::temp_directory_path() / ("lockstep-plans-" + std::to_string(getpid()));
};

TEST_F(PlanCaches, KeepWhatWasFoundFromRunToRun)
{
    {
        PlanCache cache(folder / "deeper", "card");
        EXPECT_EQ(cache.find("forward 1"), std::nullopt);
        cache.remember("forward 1", "28 2=1");
        cache.remember("forward 2", "62");
        cache.remember("forward 1", "70 13=0");
        EXPECT_EQ(cache.find("forward 1"), "70 13=0");
    }
    const PlanCache cache(folder / "deeper", "card");
    EXPECT_EQ(cache.find("forward 1"), "70 13=0");
    EXPECT_EQ(cache.find("forward 2"), "62");
    EXPECT_EQ(cache.find("forward"), std::nullopt);
}

TEST_F(PlanCaches, AreApartForOtherCircumstances)
{
    PlanCache(folder, "card, driver 1").remember("forward", "28");
    EXPECT_EQ(PlanCache(folder, "card, driver 2").find("forward"), std::nullopt);
}

TEST_F(PlanCaches, KeepWhatOthersFoundMeanwhile)
{
    PlanCache one(folder, "card");
    PlanCache other(folder, "card");
    one.remember("a", "1");
    other.remember("b", "2");
    const PlanCache later(folder, "card");
    EXPECT_EQ(later.find("a"), "1");
    EXPECT_EQ(later.find("b"), "2");
}

TEST_F(PlanCaches, ForgetWhatIsDamaged)
{
    PlanCache(folder, "card").remember("forward", "28 2=1");
    const fs::path file = files().at(0);
    const std::string whole = contentOf(file);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 4);
        write(file, damaged);
        EXPECT_EQ(PlanCache(folder, "card").find("forward"), std::nullopt) << "byte " << i;
        write(file, whole.substr(0, i));
        EXPECT_EQ(PlanCache(folder, "card").find("forward"), std::nullopt) << "cut at " << i;
    }
    PlanCache(folder, "card").remember("forward", "1");
    EXPECT_EQ(PlanCache(folder, "card").find("forward"), "1");
}

TEST_F(PlanCaches, AreBounded)
{
    PlanCache cache({}, "card");
    for (std::size_t i = 0; i <= PlanCache::kMostEntries; ++i)
        cache.remember(std::to_string(i), "28");
    EXPECT_EQ(cache.find("0"), std::nullopt);
    EXPECT_EQ(cache.find("1"), "28");
    EXPECT_EQ(cache.find(std::to_string(PlanCache::kMostEntries)), "28");

    for (std::size_t i = 0; i < PlanCache::kMostFiles + 3; ++i)
        PlanCache(folder, std::to_string(i)).remember("forward", "28");
    EXPECT_EQ(files().size(), PlanCache::kMostFiles);
}

TEST_F(PlanCaches, DoWithoutAFolder)
{
    write(folder, "a file where the folder should be");
    for (const fs::path& nowhere : {fs::path(), folder}) {
        PlanCache cache(nowhere, "card");
        cache.remember("forward", "28");
        EXPECT_EQ(cache.find("forward"), "28");
    }
}

TEST_F(PlanCaches, AreWhereCachesOfPeopleAre)
{
    setenv("HOME", "/home/somebody", 1);
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(planCacheFolder(), "/home/somebody/.cache/lockstep/plans");
    setenv("XDG_CACHE_HOME", "/elsewhere", 1);
    EXPECT_EQ(planCacheFolder(), "/elsewhere/lockstep/plans");
    setenv("XDG_CACHE_HOME", "relative", 1); // to be ignored, says the specification
    EXPECT_EQ(planCacheFolder(), "/home/somebody/.cache/lockstep/plans");
    unsetenv("HOME");
    EXPECT_EQ(planCacheFolder(), "");
}

} // namespace
} // namespace lockstep::cuda
