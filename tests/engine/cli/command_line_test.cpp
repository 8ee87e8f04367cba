// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/core/error.h"

#include <gmock/gmock.h>

namespace lockstep {
namespace {

using ::testing::HasSubstr;

const Subcommand kCommand{"cook",
                          "Cooks a dish.",
                          {"DISH"},
                          {"SIDE"},
                          {{"--salt", "GRAMS", "how much salt"},
                           {"--vegan", "", "without meat"},
                           {"--herb", "NAME", "one or more", true}},
                          nullptr};

Arguments parse(const std::vector<std::string>& words)
{
    return parseArguments(kCommand, words);
}

std::string usageErrorOf(const std::vector<std::string>& words)
{
    try {
        parse(words);
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::Usage);
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(CommandLine, UnderstandsOptionsInBothForms)
{
    const Arguments arguments = parse({"soup", "--salt", "3", "bread", "--vegan"});
    EXPECT_EQ(arguments.positional(), (std::vector<std::string>{"soup", "bread"}));
    EXPECT_EQ(arguments.value("--salt"), "3");
    EXPECT_TRUE(arguments.has("--vegan"));
    EXPECT_EQ(parse({"soup", "--salt=a=b"}).value("--salt"), "a=b");
    EXPECT_EQ(parse({"soup", "--salt="}).value("--salt", "none"), "");
    EXPECT_EQ(parse({"soup"}).value("--salt", "none"), "none");
    EXPECT_EQ(parse({"-"}).positional().front(), "-");
    EXPECT_EQ(parse({"--herb", "dill", "soup", "--herb=mint"}).values("--herb"),
              (std::vector<std::string>{"dill", "mint"}));
    EXPECT_TRUE(parse({"soup"}).values("--herb").empty());
}

TEST(CommandLine, SaysWhatItDoesNotUnderstand)
{
    EXPECT_THAT(usageErrorOf({"soup", "--pepper"}), HasSubstr("cook has no option --pepper"));
    EXPECT_THAT(usageErrorOf({"soup", "--salt"}), HasSubstr("needs a value: --salt GRAMS"));
    EXPECT_THAT(usageErrorOf({"soup", "--vegan=yes"}), HasSubstr("--vegan takes no value"));
    EXPECT_THAT(usageErrorOf({"soup", "--vegan", "--vegan"}), HasSubstr("given twice"));
    EXPECT_THAT(usageErrorOf({}), HasSubstr("needs DISH"));
    EXPECT_THAT(usageErrorOf({"a", "b", "c"}), HasSubstr("does not take the argument \"c\""));
}

TEST(CommandLine, ExplainsEverySubcommand)
{
    const std::string all = usageText();
    for (const Subcommand& command : subcommands()) {
        EXPECT_THAT(all, HasSubstr("  " + command.name + " "));
        EXPECT_THAT(usageText(command), HasSubstr(command.summary));
        EXPECT_NE(command.run, nullptr);
        for (const CommandOption& option : command.options)
            EXPECT_THAT(usageText(command), HasSubstr(option.help));
    }
    EXPECT_THROW(runCommandLine(std::vector<std::string>{"dance"}), EngineError);
    EXPECT_THROW(runCommandLine(std::vector<std::string>{}), EngineError);
}

} // namespace
} // namespace lockstep
