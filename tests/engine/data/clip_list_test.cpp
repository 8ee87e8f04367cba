// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// Lists of clips: real ones in full, and damaged ones.
#include "engine/core/random.h"
#include "tests/engine/data/clips_fixture.h"

#include <gmock/gmock.h>

#include <iostream>
#include <regex>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace lockstep::testing;
namespace fs = std::filesystem;

const std::string kLists = LOCKSTEP_SHARED_DATA "/video/I3D_Finetune/data/";

/// As `wc -l` counts them.
std::size_t linesOf(const std::string& path)
{
    FILE* program = ::popen(("wc -l < '" + path + "'").c_str(), "r");
    std::size_t lines = 0;
    EXPECT_EQ(std::fscanf(program, "%zu", &lines), 1);
    ::pclose(program);
    return lines;
}

TEST(ClipLists, ThoseOfI3dFinetuneAreReadInFull)
{
    for (const auto& [name, classes] : {std::pair("ucf101", 101), std::pair("hmdb51", 51)}) {
        for (const char* mode : {"rgb", "flow"}) {
            const std::string path = kLists + name + "/" + mode + ".txt";
            const ClipList list = readClipList(path);
            EXPECT_EQ(list.clips.size(), linesOf(path)) << path;
            EXPECT_EQ(list.classes, classes) << path;
            EXPECT_EQ(list.flow, std::string(mode) == "flow") << path;
        }
        for (const char* split : {"01", "02", "03"}) {
            const std::string path = kLists + name + "/testlist" + split + ".txt";
            EXPECT_EQ(readTestList(path).size(), linesOf(path)) << path;
        }
    }
    const Clip first = readClipList(kLists + "ucf101/flow.txt").clips.front();
    EXPECT_EQ(first.name, "v_ApplyEyeMakeup_g01_c01");
    EXPECT_EQ(first.frames, 163);
    EXPECT_EQ(first.label, 0);
    EXPECT_EQ(withComponent(first.folder, "y"),
              "/data4/zhouhao/dataset/ucf101/tvl1_flow/y/v_ApplyEyeMakeup_g01_c01");
}

/// UCF-101's own lists of the three splits say how many clips each part has.
TEST_F(ClipsTest, TheSplitsOfUcf101AreParted)
{
    fs::create_directories(m_folder.path("v_ApplyEyeMakeup_g01_c01"));
    writeList(
        std::regex_replace(fileContent(kLists + "ucf101/rgb.txt"), std::regex("/data4/.*/jpegs_256/"), ""));
    for (const std::string split : {"01", "02", "03"}) {
        m_spec.testList = kLists + "ucf101/testlist" + split + ".txt";
        const DataSplits data = open();
        EXPECT_EQ(data.training->size(), linesOf(kLists + "ucf101/trainlist" + split + ".txt"));
        EXPECT_EQ(data.validation->size(), linesOf(m_spec.testList));
        EXPECT_EQ(data.training->classes(), 101);
        EXPECT_EQ(data.validation->classes(), 101);
        EXPECT_TRUE(data.training->takeNotes().sentences.empty());
    }
}

TEST_F(ClipsTest, ALabelMapNamesTheClasses)
{
    fs::create_directories(m_folder.path("a"));
    writeList("a a 3 0\nb b 3 100\n");
    EXPECT_TRUE(open().training->classNames().empty());
    fs::copy(kLists + "ucf101/label_map.txt", m_folder.path("label_map.txt"));
    const std::vector<std::string> names = open().training->classNames();
    ASSERT_EQ(names.size(), 101u);
    EXPECT_EQ(names.front(), "ApplyEyeMakeup");
    EXPECT_EQ(names.back(), "YoYo");
    writeList("a a 3 0\nb b 3 1\n");
    EXPECT_THAT(open().training->classNames(), ElementsAre("ApplyEyeMakeup", "ApplyLipstick"));
    writeList("a a 3 0\nb b 3 101\n");
    const DataSplits data = open();
    EXPECT_TRUE(data.training->classNames().empty());
    EXPECT_THAT(englishOf(data.training->takeNotes().sentences),
                ElementsAre(HasSubstr("names 101 classes, but the labels go up to 101")));
}

TEST_F(ClipsTest, ForeignFoldersAreSaidAtOnce)
{
    m_spec.path = kLists + "ucf101/rgb.txt";
    m_spec.testList = kLists + "ucf101/testlist01.txt";
    EXPECT_THAT(openError(), AllOf(HasSubstr("None of the first 100 folders"), HasSubstr("jpegs_256")));
}

TEST_F(ClipsTest, ListsTakeBlanksTabsAndWindowsLines)
{
    writeList("a  my folder/a b\t7 3\r\n\n\t b b 1 0  \r\n");
    const ClipList list = readClipList(m_spec.path);
    ASSERT_EQ(list.clips.size(), 2u);
    EXPECT_EQ(list.clips[0].folder, "my folder/a b");
    EXPECT_EQ(list.clips[0].frames, 7);
    EXPECT_EQ(list.clips[1].name, "b");
    EXPECT_EQ(list.classes, 4);
}

TEST_F(ClipsTest, DamagedLinesAreNamed)
{
    struct Case {
        const char* text;
        const char* expected;
    };
    const std::vector<Case> cases = {
        {"", "names no clip"},
        {" \n\t\r\n", "names no clip"},
        {"a f 10 0\nb f 10\n", "line 2: found \"b f 10\", expected four words"},
        {"a f ten 0\n", "line 1: found \"ten\" frames, expected a whole number from 1 to 10000000"},
        {"a f 0 0\n", "found \"0\" frames"},
        {"a f -4 0\n", "found \"-4\" frames"},
        {"a f 10000001 0\n", "frames, expected a whole number"},
        {"a f 99999999999999999999 0\n", "frames, expected a whole number"},
        {"a f 10 1.5\n", "found the label \"1.5\", expected a whole number from 0 to 99999"},
        {"a f 10 -1\n", "found the label \"-1\""},
        {"a f 10 100000\n", "found the label \"100000\""},
        {"a f 1\x01 0\n", "control characters"},
        {"a f 10 0\nb f/{:s} 10 0\n", "line 2: found {:s} (optical flow)"},
        {"a f/{:s} 10 0\n\nb f 10 0\n", "line 3: found no {:s}"},
    };
    for (const Case& one : cases) {
        writeList(one.text);
        EXPECT_THAT(dataErrorOf([&] { readClipList(m_spec.path); }),
                    AllOf(HasSubstr(m_spec.path), HasSubstr(one.expected)));
    }
    writeList(std::string(20000, 'x'));
    EXPECT_THAT(dataErrorOf([&] { readClipList(m_spec.path); }), HasSubstr("longer than 16384 bytes"));
    EXPECT_THAT(dataErrorOf([&] { readClipList(m_folder.path("none")); }), HasSubstr("none"));
    EXPECT_THAT(dataErrorOf([&] { readClipList(m_folder.path()); }), HasSubstr(m_folder.path()));
}

TEST_F(ClipsTest, TestListsTakeNamesInManyForms)
{
    writeList("a a 3 0\nb b 3 1\nc c 3 0\nd.x d 3 1\n");
    fs::create_directories(m_folder.path("a"));
    holdOut("CLASS/b.avi 2\nc\n/x/y/d.x.MP4\nelsewhere.avi\n");
    const DataSplits data = open();
    EXPECT_EQ(data.training->size(), 1u);
    EXPECT_EQ(data.validation->size(), 3u);
    EXPECT_THAT(englishOf(data.training->takeNotes().sentences),
                ElementsAre(AllOf(HasSubstr("1 of the 4 names"), HasSubstr("elsewhere"))));
    EXPECT_TRUE(data.training->takeNotes().sentences.empty());

    holdOut("nobody\nhere.avi\n");
    EXPECT_THAT(openError(),
                AllOf(HasSubstr("None of the 2 names"), HasSubstr("nobody"), HasSubstr("such as a")));
    holdOut("\n\n");
    EXPECT_THAT(openError(), HasSubstr("names no clip"));
    holdOut("a\nb\nc\nd.x\n");
    const DataSplits all = open();
    EXPECT_THAT(dataErrorOf([&] { requireTrainable(m_spec, all, 1); }), HasSubstr("names every clip"));
    m_spec.testList.clear();
    const DataSplits none = open();
    EXPECT_EQ(none.training->size(), 4u);
    EXPECT_THAT(dataErrorOf([&] { requireTrainable(m_spec, none, 1); }), HasSubstr("data.test_list"));
}

std::string mutated(std::string text, Random& random)
{
    const auto place = [&] { return static_cast<std::size_t>(random.below(text.size())); };
    for (std::uint64_t times = 1 + random.below(3); times > 0 && !text.empty(); --times) {
        switch (random.below(5)) {
        case 0:
            text[place()] = static_cast<char>(random.below(256));
            break;
        case 1:
            text.erase(place(), 1 + random.below(20));
            break;
        case 2:
            text.insert(place(), 1, static_cast<char>(random.below(256)));
            break;
        case 3:
            text.resize(place());
            break;
        default:
            text.insert(place(), text.substr(place(), 1 + random.below(100)));
        }
    }
    return text;
}

/// Whatever becomes of a list, it is refused with its place, or all that was read is within bounds.
TEST_F(ClipsTest, MutatedListsNeverGetThroughHalfRead)
{
    const std::string whole = fileContent(kLists + "hmdb51/rgb.txt").substr(0, 6000);
    Random random(11);
    int refused = 0;
    int changed = 0;
    constexpr int kTries = 1500;
    for (int i = 0; i < kTries; ++i) {
        const std::size_t length = whole.rfind('\n', 200 + random.below(2000)) + 1;
        const std::string text = mutated(whole.substr(0, length), random);
        writeList(text);
        try {
            const ClipList list = readClipList(m_spec.path);
            changed += whole.starts_with(text) ? 0 : 1;
            for (const Clip& clip : list.clips) {
                ASSERT_TRUE(clip.frames >= 1 && clip.frames <= 10'000'000);
                ASSERT_TRUE(clip.label >= 0 && clip.label < list.classes && list.classes <= 100'000);
                ASSERT_FALSE(clip.name.empty() || clip.folder.empty());
            }
        } catch (const EngineError& error) {
            ++refused;
            EXPECT_EQ(error.code(), ExitCode::DataError);
            EXPECT_THAT(error.what(), HasSubstr(m_spec.path));
        }
    }
    std::cout << "of " << kTries << " mutated lists " << refused << " were refused, " << changed
              << " read with another content, the others with their own" << std::endl;
    EXPECT_GT(refused, kTries / 4);
    EXPECT_GT(changed, kTries / 10);
}

} // namespace
} // namespace lockstep
