// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/download/download.h"

#include "engine/core/sha256.h"
#include "tests/engine/data/data_files.h"
#include "tests/support/lying_server.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace lockstep::testing;
namespace fs = std::filesystem;

PublicFile describe(const std::string& name, const std::string& content)
{
    Sha256 hash;
    hash.update(content);
    return {name, content.size(), hash.hexadecimal()};
}

std::string someBytes(std::size_t count)
{
    std::string bytes(count, '\0');
    std::uint32_t state = 1;
    for (char& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<char>(state >> 24);
    }
    return bytes;
}

class Download : public ::testing::Test {
protected:
    Download()
        : m_content(someBytes(300000)), m_file(describe("set.gz", m_content)), m_server(m_source.path())
    {
        m_source.write("set.gz", m_content);
    }
    Downloaded from(const std::vector<std::string>& manners)
    {
        std::vector<std::string> mirrors;
        for (const std::string& manner : manners)
            mirrors.push_back(m_server.mirror(manner));
        return downloadFile(m_file, mirrors, m_target.path());
    }
    std::string errorFrom(const std::vector<std::string>& manners)
    {
        return dataErrorOf([&] { from(manners); });
    }
    std::string got() const { return fileContent(m_target.path("set.gz")); }
    bool there() const { return fs::exists(m_target.path("set.gz")); }

    ScratchFolder m_source, m_target;
    std::string m_content;
    PublicFile m_file;
    LyingServer m_server;
};

TEST_F(Download, TakesTheFirstMirrorThatHasIt)
{
    EXPECT_EQ(from({"missing", "broken", "honest", "wrong"}).from, m_server.mirror("honest"));
    EXPECT_EQ(got(), m_content);
    EXPECT_FALSE(fs::exists(m_target.path("set.gz.part")));
    EXPECT_THAT(m_server.requests(), Not(HasSubstr("/wrong/")));
}

TEST_F(Download, LeavesAWholeFileAlone)
{
    m_target.write("set.gz", m_content);
    EXPECT_EQ(from({"missing"}).from, "");
    EXPECT_EQ(m_server.requests(), "");
    m_target.write("set.gz", std::string(m_content.size(), 'x')); // the right size is not enough
    from({"honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, FollowsARedirectToTheWebOnly)
{
    from({"moved"});
    EXPECT_EQ(got(), m_content);
    fs::remove(m_target.path("set.gz"));
    EXPECT_THAT(errorFrom({"elsewhere"}), AllOf(HasSubstr("elsewhere/set.gz"), HasSubstr("rotocol")));
    EXPECT_THAT(errorFrom({"loop"}), HasSubstr("redirects"));
    EXPECT_FALSE(there());
}

TEST_F(Download, GoesOnWhereItEnded)
{
    m_target.write("set.gz.part", m_content.substr(0, 100000));
    from({"honest"});
    EXPECT_EQ(got(), m_content);
    EXPECT_EQ(m_server.requests(), "/honest/set.gz bytes=100000-\n");
}

TEST_F(Download, GoesOnFromOneMirrorToTheNext)
{
    from({"short", "honest"});
    EXPECT_EQ(got(), m_content);
    EXPECT_THAT(m_server.requests(), HasSubstr("/honest/set.gz bytes=150000-"));
}

TEST_F(Download, AsksAgainWhileSomethingComes)
{
    // Each answer brings half of what is left; the fifth round would end at 290,625.
    EXPECT_THAT(errorFrom({"cut"}), HasSubstr("cut/set.gz"));
    EXPECT_EQ(fs::file_size(m_target.path("set.gz.part")), 290625u);
    from({"honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, BeginsAgainWhereRangesAreIgnoredOrAnsweredWrongly)
{
    m_target.write("set.gz.part", m_content.substr(0, 100000));
    from({"rangeless"});
    EXPECT_EQ(got(), m_content);
    fs::remove(m_target.path("set.gz"));
    m_target.write("set.gz.part", m_content.substr(0, 100000));
    from({"shifted", "honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, DoesNotBlameAMirrorForOldBytes)
{
    m_target.write("set.gz.part", std::string(100000, 'x'));
    from({"honest"});
    EXPECT_EQ(got(), m_content);
    EXPECT_EQ(m_server.requests(), "/honest/set.gz bytes=100000-\n/honest/set.gz -\n");
    fs::remove(m_target.path("set.gz"));
    m_target.write("set.gz.part", std::string(m_content.size(), 'x'));
    from({"honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, RefusesOtherContent)
{
    const std::string error = errorFrom({"wrong"});
    EXPECT_THAT(error, AllOf(HasSubstr("wrong/set.gz"), HasSubstr("another SHA-256"), HasSubstr("--mirror")));
    EXPECT_FALSE(there());
    EXPECT_FALSE(fs::exists(m_target.path("set.gz.part")));
    from({"wrong", "honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, SurvivesLiesAboutTheLength)
{
    EXPECT_THAT(errorFrom({"clipped"}), HasSubstr("ends after 150000 of 300000 bytes"));
    EXPECT_THAT(errorFrom({"endless"}), HasSubstr("more than the 300000 bytes"));
    EXPECT_FALSE(fs::exists(m_target.path("set.gz.part")));
    EXPECT_THAT(errorFrom({"garbage"}), HasSubstr("garbage/set.gz"));
    EXPECT_FALSE(there());
    from({"endless", "clipped", "garbage", "honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, NamesEveryMirrorThatFailed)
{
    EXPECT_THAT(errorFrom({"missing", "broken"}),
                AllOf(HasSubstr("missing/set.gz: the server answers with status 404"),
                      HasSubstr("broken/set.gz: the server answers with status 500")));
    EXPECT_THAT(dataErrorOf([&] { downloadFile(m_file, {"http://127.0.0.1:1/"}, m_target.path()); }),
                HasSubstr("127.0.0.1"));
}

TEST_F(Download, LetsOneAtATimeWrite)
{
    const int part = ::open(m_target.path("set.gz.part").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_EQ(::flock(part, LOCK_EX), 0);
    EXPECT_THAT(errorFrom({"honest"}), HasSubstr("Another download"));
    ::close(part);
    from({"honest"});
    EXPECT_EQ(got(), m_content);
}

TEST_F(Download, ReportsProgress)
{
    std::uint64_t last = 0;
    downloadFile(m_file, {m_server.mirror("honest")}, m_target.path("new/folder"),
                 [&](const std::string& name, std::uint64_t done, std::uint64_t bytes) {
                     EXPECT_EQ(name, "set.gz");
                     EXPECT_EQ(bytes, 300000u);
                     EXPECT_GT(done, last);
                     last = done;
                 });
    EXPECT_EQ(last, 300000u);
    EXPECT_EQ(fileContent(m_target.path("new/folder/set.gz")), m_content);
}

/// One member of a tar file.
std::string tarEntry(const std::string& name, const std::string& content, char type = '0',
                     const std::string& link = {})
{
    std::string block(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) { block.replace(at, text.size(), text); };
    std::array<char, 13> octal{};
    put(0, name.substr(0, 100));
    put(100, "0000644");
    std::snprintf(octal.data(), octal.size(), "%011o", static_cast<unsigned>(content.size()));
    put(124, octal.data());
    put(136, "00000000000");
    block[156] = type;
    put(157, link);
    put(257, std::string("ustar\0"
                         "00",
                         8));
    put(148, "        ");
    unsigned sum = 0;
    for (const char byte : block)
        sum += static_cast<unsigned char>(byte);
    std::snprintf(octal.data(), octal.size(), "%06o", sum);
    put(148, std::string(octal.data(), 6) + '\0' + ' ');
    return block + content + std::string((512 - content.size() % 512) % 512, '\0');
}
const std::string kTarEnd(1024, '\0');

class Archive : public ::testing::Test {
protected:
    std::string unpackError(const std::string& tar)
    {
        return dataErrorOf([&] { unpack(tar); });
    }
    void unpack(const std::string& tar)
    {
        m_folder.write("a.tar.gz", gzip(tar));
        unpackArchive(m_folder.path("a.tar.gz"), "inner", {{"one", 3, {}}, {"two", 600, {}}},
                      m_folder.path());
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder.path()))
            found.push_back(fs::relative(entry.path(), m_folder.path()).string());
        std::sort(found.begin(), found.end());
        return found;
    }
    const std::string m_two = std::string(600, '2');
    ScratchFolder m_folder;
};

TEST_F(Archive, YieldsTheNamedFilesAndNothingElse)
{
    const std::string tar = tarEntry("inner/", "", '5') + tarEntry("inner/readme", "hello") +
                            tarEntry("inner/two", m_two) + tarEntry("/etc/evil", "x") +
                            tarEntry("../evil", "x") + tarEntry("inner/../../evil", "x") +
                            tarEntry("inner/one", "", '2', "/etc/passwd") + tarEntry("inner/one", "abc");
    unpack(tar + kTarEnd);
    EXPECT_THAT(names(), ElementsAre("a.tar.gz", "inner", "inner/one", "inner/two"));
    EXPECT_EQ(fileContent(m_folder.path("inner/one")), "abc");
    EXPECT_EQ(fileContent(m_folder.path("inner/two")), m_two);
    EXPECT_FALSE(fs::is_symlink(m_folder.path("inner/one")));
    unpack(tar + kTarEnd); // over the older one
    EXPECT_THAT(names(), ElementsAre("a.tar.gz", "inner", "inner/one", "inner/two"));
}

TEST_F(Archive, IsReadAsTarWritesIt)
{
    fs::create_directory(m_folder.path("inner"));
    m_folder.write("inner/one", "abc");
    m_folder.write("inner/two", m_two);
    ASSERT_EQ(
        std::system(
            ("tar -C '" + m_folder.path() + "' -czf '" + m_folder.path("b.tar.gz") + "' inner").c_str()),
        0);
    fs::remove_all(m_folder.path("inner"));
    unpackArchive(m_folder.path("b.tar.gz"), "inner", {{"one", 3, {}}, {"two", 600, {}}}, m_folder.path());
    EXPECT_EQ(fileContent(m_folder.path("inner/two")), m_two);
}

TEST_F(Archive, LeavesNothingBehindWhenDamaged)
{
    const std::string good = tarEntry("inner/one", "abc") + tarEntry("inner/two", m_two);
    EXPECT_THAT(unpackError(tarEntry("inner/one", "abc") + kTarEnd), HasSubstr("does not hold inner/two"));
    EXPECT_THAT(unpackError(tarEntry("inner/one", "abcd") + kTarEnd), HasSubstr("another size"));
    EXPECT_THAT(unpackError(good.substr(0, good.size() - 512)), HasSubstr("ends inside a file"));
    EXPECT_THAT(unpackError(good.substr(0, good.size() - 100)), HasSubstr("ends inside a block"));
    std::string flipped = good;
    flipped[3] ^= 1;
    EXPECT_THAT(unpackError(flipped + kTarEnd), HasSubstr("checksum"));
    EXPECT_THAT(names(), ElementsAre("a.tar.gz"));
}

TEST(PublicSets, AreTheOnesThatPeopleHave)
{
    for (const PublicSet& set : publicSets()) {
        EXPECT_GE(set.mirrors.size(), 2u);
        for (const PublicFile& file : set.files) {
            EXPECT_EQ(file.sha256.find_first_not_of("0123456789abcdef"), std::string::npos);
            EXPECT_EQ(file.sha256.size(), 64u);
        }
    }
    const PublicSet& mnist = publicSets().front();
    for (const PublicFile& file : mnist.files) {
        const std::string content = fileContent(std::string(LOCKSTEP_SHARED_DATA) + "/mnist/" + file.name);
        const PublicFile real = describe(file.name, content);
        EXPECT_EQ(real.sha256, file.sha256) << file.name;
        EXPECT_EQ(real.bytes, file.bytes) << file.name;
    }
}

} // namespace
} // namespace lockstep
