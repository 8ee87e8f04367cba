// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/decoded_cache.h"

#include "engine/core/random.h"
#include "engine/data/dataset.h"
#include "tests/engine/data/data_files.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

constexpr int kSide = 224; ///< no crop of these photographs is decoded at another scale

/// Photographs that are read with and without a file of decoded ones.
class DecodedCache : public ::testing::Test {
protected:
    DecodedCache()
    {
        std::vector<fs::path> photos;
        for (const auto& entry : fs::directory_iterator(LOCKSTEP_SHARED_DATA "/imagenet-sample"))
            photos.push_back(entry.path());
        std::sort(photos.begin(), photos.end());
        for (const char* name : {"train/a", "val/a"})
            fs::create_directories(m_folder.path(name));
        constexpr std::size_t kPhotos = 8;
        for (std::size_t i = 0; i < kPhotos; ++i)
            fs::copy_file(photos.at(i), m_folder.path("train/a/" + std::to_string(i) + ".jpg"));
        fs::copy_file(photos.front(), m_folder.path("val/a/1.jpg"));
        m_spec.kind = DataKind::ImageFolder;
        m_spec.path = m_folder.path();
        m_spec.imageSize = m_spec.resize = kSide;
        m_spec.cacheMegabytes = 0;
        ::setenv("LOCKSTEP_HOME", m_folder.path("home").c_str(), 1);
        m_expected = epochs(*openData(m_spec, 1).training);
        m_spec.diskCacheGigabytes = 0.05;
    }
    ~DecodedCache() override { ::unsetenv("LOCKSTEP_HOME"); }

    using Values = std::vector<float>;
    static Values epochs(const Dataset& set, int count = 3)
    {
        Values all;
        Values sample(static_cast<std::size_t>(set.sampleShape().elements()));
        for (int epoch = 0; epoch < count; ++epoch) {
            for (std::size_t i = 0; i < set.size(); ++i) {
                set.read(i, {Use::Training, epoch}, sample);
                all.insert(all.end(), sample.begin(), sample.end());
            }
        }
        return all;
    }

    Values read() const { return epochs(*openData(m_spec, 1).training); }

    fs::path file() const
    {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(m_folder.path("home/decoded")))
            files.push_back(entry.path());
        EXPECT_EQ(files.size(), 1u);
        return files.empty() ? fs::path() : files.front();
    }

    /// Opens the data, and takes the photographs away before they are read.
    Values readWithoutPhotos()
    {
        const DataSplits data = openData(m_spec, 1);
        fs::remove_all(m_folder.path("train"));
        return epochs(*data.training);
    }

    static void flip(const fs::path& path, std::uint64_t offset, unsigned bits)
    {
        std::fstream bytes(path, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekg(static_cast<std::streamoff>(offset));
        const int was = bytes.get();
        bytes.seekp(static_cast<std::streamoff>(offset));
        bytes.put(static_cast<char>(static_cast<unsigned>(was) ^ bits));
    }

    ScratchFolder m_folder;
    DataSpec m_spec;
    Values m_expected;
};

TEST_F(DecodedCache, IsOffUntilItIsWanted)
{
    m_spec.diskCacheGigabytes = 0;
    EXPECT_EQ(openData(m_spec, 1).training->storage(), "");
    EXPECT_FALSE(fs::exists(m_folder.path("home")));
}

TEST_F(DecodedCache, ChangesNoValueAndOutlivesTheRun)
{
    EXPECT_EQ(read(), m_expected) << "while it is filled";
    EXPECT_THAT(openData(m_spec, 1).training->storage(), HasSubstr("at most 51.2 MiB"));
    EXPECT_EQ(readWithoutPhotos(), m_expected) << "from the file alone";
}

TEST_F(DecodedCache, IsFilledByAllRanksOfAHost)
{
    const DataSplits one = openData(m_spec, 1);
    const DataSplits two = openData(m_spec, 1);
    Values first;
    std::thread other([&] { first = epochs(*one.training); });
    const Values second = epochs(*two.training);
    other.join();
    EXPECT_EQ(first, m_expected);
    EXPECT_EQ(second, m_expected);
    const DecodedCaches once = decodedCaches();
    EXPECT_EQ(once.files, 1u);
    EXPECT_EQ(readWithoutPhotos(), m_expected);
    EXPECT_EQ(decodedCaches().bytes, once.bytes) << "a picture was kept twice";
}

TEST_F(DecodedCache, StaysWithinItsBounds)
{
    m_spec.diskCacheGigabytes = 0.001;
    EXPECT_EQ(read(), m_expected);
    EXPECT_LE(decodedCaches().bytes, 1'073'741u);
    EXPECT_GT(decodedCaches().bytes, 300'000u) << "nothing was kept";
    m_spec.diskCacheGigabytes = 1e-6; // less than the index takes
    EXPECT_EQ(openData(m_spec, 1).training->storage(), "");
}

TEST_F(DecodedCache, ADataSetThatChangedHasAnotherFile)
{
    read();
    const std::string before = fingerprintOf(FolderListing(m_folder.path("train")));
    EXPECT_EQ(fingerprintOf(FolderListing(m_folder.path("train"))), before);
    fs::rename(m_folder.path("train"), m_folder.path("moved"));
    EXPECT_EQ(fingerprintOf(FolderListing(m_folder.path("moved"))), before) << "the same pictures elsewhere";
    fs::rename(m_folder.path("moved/a/0.jpg"), m_folder.path("moved/a/9.jpg"));
    EXPECT_NE(fingerprintOf(FolderListing(m_folder.path("moved"))), before);
    fs::rename(m_folder.path("moved/a/9.jpg"), m_folder.path("moved/a/0.jpg"));
    std::ofstream(m_folder.path("moved/a/3.jpg"), std::ios::app) << "more";
    EXPECT_NE(fingerprintOf(FolderListing(m_folder.path("moved"))), before);
}

TEST_F(DecodedCache, WhateverIsDamagedIsDecodedAgain)
{
    read();
    const std::uint64_t size = fs::file_size(file());
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        // Half of them in header and index.
        const std::uint64_t offset = random.below(round % 2 == 0 ? 400 : size);
        flip(file(), offset, 1u << random.below(8));
        ASSERT_EQ(epochs(*openData(m_spec, 1).training, 1),
                  Values(m_expected.begin(),
                         m_expected.begin() + static_cast<std::ptrdiff_t>(m_expected.size() / 3)))
            << "round " << round << ", byte " << offset;
    }
    fs::resize_file(file(), size / 2);
    EXPECT_EQ(read(), m_expected) << "cut off";
    std::ofstream(file(), std::ios::trunc) << "something else";
    EXPECT_EQ(read(), m_expected) << "another file of that name";
    EXPECT_EQ(readWithoutPhotos(), m_expected) << "it was not mended";
}

TEST_F(DecodedCache, ADamagedPictureIsNeverKept)
{
    fs::resize_file(m_folder.path("train/a/2.jpg"), 20'000);
    for (int round = 0; round < 2; ++round) {
        const DataSplits data = openData(m_spec, 1);
        Values sample(3 * kSide * kSide);
        EXPECT_THROW(data.training->read(2, {Use::Training, 0}, sample), DamagedSample);
        EXPECT_NO_THROW(data.training->read(3, {Use::Training, 0}, sample));
    }
}

TEST_F(DecodedCache, IsDroppedOnRequest)
{
    read();
    EXPECT_EQ(decodedCaches().files, 1u);
    std::ofstream(m_folder.path("home/decoded/notes.txt")) << "a person's own";
    const DataSplits inUse = openData(m_spec, 1);
    EXPECT_EQ(dropDecodedCaches().files, 1u);
    EXPECT_EQ(decodedCaches().files, 0u);
    EXPECT_TRUE(fs::exists(m_folder.path("home/decoded/notes.txt")));
    EXPECT_EQ(epochs(*inUse.training), m_expected);
}

} // namespace
} // namespace lockstep
