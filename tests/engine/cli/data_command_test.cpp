// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "tests/engine/cli/command_output.h"
#include "tests/support/lying_server.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace lockstep {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A web server that has MNIST, and an empty folder to put it into.
class DataGet : public ::testing::Test {
protected:
    DataGet()
    {
        m_folder = (fs::temp_directory_path() / "lockstep-get-XXXXXX").string();
        if (!::mkdtemp(m_folder.data()))
            throw std::runtime_error("cannot make a folder");
        fs::create_directory(m_folder + "/site");
        for (const auto& entry : fs::directory_iterator(LOCKSTEP_SHARED_DATA "/mnist"))
            fs::create_symlink(entry.path(), m_folder + "/site/" + entry.path().filename().string());
        m_server = std::make_unique<testing::LyingServer>(m_folder + "/site");
    }
    ~DataGet() override
    {
        m_server.reset();
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }

    std::string get(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"data", "get"});
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        std::string thrown;
        try {
            EXPECT_EQ(runCommandLine(words), ExitCode::Success);
        } catch (const EngineError& error) {
            thrown = error.what();
        }
        m_progress = ::testing::internal::GetCapturedStderr();
        const std::string output = ::testing::internal::GetCapturedStdout();
        return thrown.empty() ? output : thrown;
    }

    std::string m_folder;
    std::unique_ptr<testing::LyingServer> m_server;
    mutable std::string m_progress;
};

TEST_F(DataGet, FetchesASetThatOpens)
{
    const std::string to = m_folder + "/new/mnist";
    const std::string text = get({"mnist", "--to", to, "--mirror", m_server->mirror("missing"), "--mirror",
                                  m_server->mirror("honest")});
    EXPECT_THAT(text, AllOf(HasSubstr("t10k-labels-idx1-ubyte.gz from " + m_server->mirror("honest")),
                            HasSubstr("data.kind=mnist data.path=" + to)));
    EXPECT_THAT(m_progress, HasSubstr("train-images-idx3-ubyte.gz: 100 % of 9.45 MiB\n"));
    DataSpec spec;
    spec.kind = DataKind::Mnist;
    spec.path = to;
    EXPECT_EQ(openData(spec, 1).training->size(), 60000u);

    const auto again = nlohmann::json::parse(get({"mnist", "--to=" + to, "--json"}));
    EXPECT_EQ(again["data"], "mnist");
    EXPECT_EQ(again["path"], to);
    EXPECT_EQ(again["files"].size(), 4u);
    EXPECT_EQ(again["files"][0]["from"], "");
}

TEST_F(DataGet, RefusesAnotherSetUnderTheSameNames)
{
    const std::string to = m_folder + "/fashion";
    EXPECT_THAT(get({"fashion-mnist", "--to", to, "--mirror", m_server->mirror("honest")}),
                AllOf(HasSubstr("train-images-idx3-ubyte.gz could not be downloaded"),
                      HasSubstr("ends after 9912422")));
    EXPECT_FALSE(fs::exists(to + "/train-images-idx3-ubyte.gz"));
    EXPECT_THAT(get({"cifar10", "--to", to, "--mirror", m_server->mirror("missing")}),
                HasSubstr("status 404"));
}

TEST_F(DataGet, ExplainsItself)
{
    EXPECT_THAT(get({"imagenet", "--to", m_folder}), HasSubstr("known are: mnist, fashion-mnist, cifar10"));
    EXPECT_THAT(get({"mnist"}), HasSubstr("--to DIR"));
    EXPECT_THAT(get({"mnist", "--to", m_folder, "--mirror", "file:///etc"}), HasSubstr("begins with http"));
    EXPECT_THAT(get({}), HasSubstr("needs the name"));
    EXPECT_THROW(runCommandLine(std::vector<std::string>{"data", "put", "mnist", "--to", m_folder}),
                 EngineError);
}

TEST(DataKept, IsToldAndDropped)
{
    const fs::path home = fs::temp_directory_path() / ("lockstep-kept-" + std::to_string(::getpid()));
    fs::create_directories(home / "decoded");
    std::ofstream(home / "decoded/aaaa.pictures") << std::string(2'500'000, 'x') << std::flush;
    std::ofstream(home / "decoded/notes.txt") << "a person's own";
    ::setenv("LOCKSTEP_HOME", home.c_str(), 1);
    EXPECT_THAT(outputOf({"data", "kept"}),
                AllOf(HasSubstr("of 1 data sets, 2.3"), HasSubstr(" MiB in "), HasSubstr(home.string())));
    EXPECT_THAT(outputOf({"data", "drop"}), HasSubstr("dropped: decoded pictures of 1 data sets"));
    EXPECT_THAT(outputOf({"data", "kept"}), HasSubstr("of 0 data sets, 0 B"));
    EXPECT_TRUE(fs::exists(home / "decoded/notes.txt"));
    ::unsetenv("LOCKSTEP_HOME");
    fs::remove_all(home);
}

} // namespace
} // namespace lockstep
