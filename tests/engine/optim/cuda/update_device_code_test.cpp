// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <string>

/// Replicas on different devices stay equal to the bit where each of them rounds every operation as IEEE 754
/// says, and none contracts two of them: that is a matter of what nvcc was told, so its own text is read.
/// LOCKSTEP_UPDATE_PTX is that of the update kernels, by the plug-in's flags.
namespace lockstep {
namespace {

/// Of instructions on floating-point numbers, by name ("mul.rn.f32"), how many there are.
std::map<std::string, int> arithmetic(const std::string& file)
{
    static const std::regex instruction(
        R"(^\s*(?:@\S+\s+)?((?:add|sub|mul|mad|fma|div|rcp|sqrt|rsqrt|ex2|lg2|sin|cos|tanh)\.\S*f(?:16|32|64))\s)");
    std::ifstream text(file);
    std::map<std::string, int> found;
    std::smatch match;
    for (std::string line; std::getline(text, line);)
        if (std::regex_search(line, match, instruction))
            ++found[match[1]];
    return found;
}

TEST(UpdateKernelsForDevices, RoundEachOperationAsTheHostDoes)
{
    const std::map<std::string, int> found = arithmetic(LOCKSTEP_UPDATE_PTX);
    for (const char* used :
         {"add.rn.f32", "mul.rn.f32", "div.rn.f32", "sqrt.rn.f32", "mul.rn.f64", "add.rn.f64"})
        EXPECT_TRUE(found.contains(used)) << used;
    static const std::regex exact(R"((?:add|sub|mul|div|rcp|sqrt)\.rn\.f(?:32|64))");
    for (const auto& [name, count] : found)
        EXPECT_TRUE(std::regex_match(name, exact)) << count << " of " << name;
}

} // namespace
} // namespace lockstep
