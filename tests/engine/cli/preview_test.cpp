// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/attach_messages.h"
#include "engine/protocol/data_preview.h"
#include "tests/engine/cli/command_output.h"

#include <gmock/gmock.h>

#include <iostream>
#include <sstream>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

/// Standard input with this text, for as long as it lives.
class Typed {
public:
    explicit Typed(const std::string& text) : m_text(text), m_before(std::cin.rdbuf(m_text.rdbuf()))
    {
        std::cin.clear();
    }
    ~Typed()
    {
        std::cin.rdbuf(m_before);
        std::cin.clear();
    }

private:
    std::istringstream m_text;
    std::streambuf* m_before;
};

/// What the command prints when it must fail.
std::string refused(const std::string& request, ExitCode code)
{
    const Typed typed(request);
    ::testing::internal::CaptureStdout();
    try {
        runCommandLine(std::vector<std::string>{"preview"});
        ADD_FAILURE() << "nothing was thrown";
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), code);
        const std::string printed = ::testing::internal::GetCapturedStdout();
        EXPECT_EQ(parseError(printed), error.error());
        return printed;
    }
    return ::testing::internal::GetCapturedStdout();
}

TEST(Preview, PrintsAPreviewOnOneLine)
{
    const Typed typed(
        R"({"data":{"kind":"synthetic","samples":30,"classes":3,"image_size":32},"pictures":2})");
    const std::string printed = outputOf({"preview"});
    EXPECT_EQ(printed.find('\n'), printed.size() - 1);
    const Result<DataPreview> preview = parseDataPreview(printed);
    ASSERT_TRUE(preview.ok()) << preview.error().message();
    EXPECT_EQ(preview->parts.at(0).counts, (std::vector<int>{10, 10, 10}));
    EXPECT_EQ(preview->parts.at(0).pictures.size(), 2u);
}

TEST(Preview, PrintsWhatIsWrongForProgramsToo)
{
    EXPECT_THAT(refused(R"({"data":{"kind":"mnist","path":"/nowhere"}})", ExitCode::DataError),
                HasSubstr(R"("arguments":["/nowhere"])"));
    EXPECT_THAT(refused(R"({"data":{"kind":"mnist"},"side":4000})", ExitCode::InvalidExperiment),
                HasSubstr(R"("key":"side")"));
    EXPECT_THAT(refused("", ExitCode::InvalidExperiment), HasSubstr("text"));
    EXPECT_THAT(refused(std::string(1 << 20, ' '), ExitCode::InvalidExperiment), HasSubstr("65536"));
}

} // namespace
} // namespace lockstep
