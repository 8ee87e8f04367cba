// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/cli/rank_environment.h"
#include "engine/core/error.h"

#include <gmock/gmock.h>

#include <map>

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

RankEnvironment environmentOf(const std::map<std::string, std::string>& variables)
{
    return readRankEnvironment([&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

TEST(RankEnvironment, ReadsTheUsualLaunchers)
{
    EXPECT_EQ(environmentOf({}), RankEnvironment{});
    EXPECT_EQ(
        environmentOf({{"RANK", "5"}, {"WORLD_SIZE", "8"}, {"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "4"}}),
        (RankEnvironment{5, 8, 1, 4}));
    EXPECT_EQ(environmentOf({{"OMPI_COMM_WORLD_RANK", "2"},
                             {"OMPI_COMM_WORLD_SIZE", "3"},
                             {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                             {"OMPI_COMM_WORLD_LOCAL_SIZE", "1"}}),
              (RankEnvironment{2, 3, 0, 1}));
    EXPECT_EQ(environmentOf({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}, {"SLURM_LOCALID", "1"}}),
              (RankEnvironment{1, 2, 1, 1}));
    EXPECT_EQ(environmentOf({{"SLURM_NTASKS", "2"}}), RankEnvironment{});
    EXPECT_EQ(
        environmentOf({{"RANK", "0"}, {"WORLD_SIZE", "1"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}}),
        RankEnvironment{});
}

TEST(RankEnvironment, NamesAVariableThatMakesNoSense)
{
    const auto errorOf = [](const std::map<std::string, std::string>& variables) -> std::string {
        try {
            environmentOf(variables);
        } catch (const EngineError& error) {
            return error.what();
        }
        return "nothing was thrown";
    };
    EXPECT_THAT(errorOf({{"RANK", "x"}, {"WORLD_SIZE", "2"}}),
                HasSubstr("RANK is \"x\"; expected a number from 0 to 1"));
    EXPECT_THAT(errorOf({{"RANK", "2"}, {"WORLD_SIZE", "2"}}), HasSubstr("RANK is \"2\""));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "0"}}), HasSubstr("WORLD_SIZE is \"0\""));
    EXPECT_THAT(errorOf({{"RANK", "0"}, {"WORLD_SIZE", "99999999999"}}), HasSubstr("WORLD_SIZE"));
}

} // namespace
} // namespace lockstep
