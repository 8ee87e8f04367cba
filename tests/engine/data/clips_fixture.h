// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/clips.h"
#include "tests/engine/data/data_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace lockstep::testing {

/// A folder with a list of clips that tests write.
class ClipsTest : public ::testing::Test {
protected:
    ClipsTest()
    {
        m_spec.kind = DataKind::Clips;
        m_spec.path = m_folder.path("list.txt");
        m_spec.frames = 4;
        m_spec.imageSize = m_spec.resize = 16;
    }
    void writeList(const std::string& text) { m_folder.write("list.txt", text); }
    void holdOut(const std::string& text) { m_spec.testList = m_folder.write("test.txt", text); }
    /// Frames 00001.png ... of one gray level each: 3 * (number - 1).
    void addSolidFrames(const std::string& name, int count, int width = 20, int height = 18)
    {
        std::filesystem::create_directories(m_folder.path(name));
        askOracle("solid\t" + m_folder.path(name) + "\t" + std::to_string(count) + "\t" +
                  std::to_string(width) + "\t" + std::to_string(height) + "\n");
    }
    /// The answers of clips_oracle.py.
    std::string askOracle(const std::string& requests)
    {
        const std::string in = m_folder.write("requests", requests);
        const std::string out = m_folder.path("answers");
        const std::string command = "/usr/bin/python3 '" LOCKSTEP_SOURCE_DIR
                                    "/tests/engine/data/clips_oracle.py' '" +
                                    in + "' '" + out + "'";
        EXPECT_EQ(std::system(command.c_str()), 0);
        return fileContent(out);
    }
    /// The 165 frames of UCF-101's ApplyEyeMakeup_g01_c01, unpacked into the folder of this name.
    std::string unpackEyeMakeup()
    {
        const std::string archive = LOCKSTEP_SHARED_DATA "/video/c3d/v_ApplyEyeMakeup_g01_c01.tar.gz";
        EXPECT_EQ(std::system(("tar -xzf '" + archive + "' -C '" + m_folder.path() + "'").c_str()), 0);
        return "v_ApplyEyeMakeup_g01_c01";
    }
    DataSplits open(std::uint64_t seed = 1) const { return openData(m_spec, seed); }
    std::string openError() const
    {
        return dataErrorOf([&] { open(); });
    }
    static std::vector<float> valuesOf(const Dataset& set, std::size_t index, const ReadContext& context = {})
    {
        std::vector<float> values(static_cast<std::size_t>(set.sampleShape().elements()));
        set.read(index, context, values);
        return values;
    }
    /// The numbers of the solid frames (from 0) of a sample of colours; -1 for what is not solid.
    std::vector<int> framesSeen(const std::vector<float>& values) const
    {
        const auto picture = static_cast<std::size_t>(m_spec.imageSize * m_spec.imageSize);
        std::vector<int> seen;
        for (std::size_t t = 0; t < static_cast<std::size_t>(m_spec.frames); ++t) {
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(t * picture);
            const bool solid = std::all_of(first, first + static_cast<std::ptrdiff_t>(picture),
                                           [&](float value) { return value == *first; });
            seen.push_back(solid ? static_cast<int>(std::lround((*first + 1) / 2 * 255 / 3)) : -1);
        }
        return seen;
    }

    ScratchFolder m_folder;
    DataSpec m_spec;
};

/// That video, read in small.
class RealClips : public ClipsTest {
protected:
    RealClips() : m_name(unpackEyeMakeup())
    {
        writeList(m_name + " " + m_name + " 165 0\nother " + m_name + " 165 1\n");
        m_spec.frames = 6;
        m_spec.imageSize = 112;
        m_spec.resize = 128;
    }
    std::string frame(int number) const
    {
        const std::string digits = std::to_string(number);
        return m_folder.path(m_name + "/" + std::string(6 - digits.size(), '0') + digits + ".jpg");
    }

    std::string m_name;
};

} // namespace lockstep::testing
