// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/self_command.h"

#include "engine/core/error.h"
#include "engine/core/text_of_file.h"

#include <filesystem>

namespace lockstep {
namespace {

std::string absoluteFrom(const std::string& folder, const std::string& path)
{
    return (std::filesystem::path(folder) / path).lexically_normal().string();
}

/// Each folder of a library path, which is a list with colons.
std::string absoluteList(const std::string& folder, const std::string& list)
{
    std::string result;
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        result += (begin == 0 ? "" : ":") + absoluteFrom(folder, list.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

std::vector<std::string> readWords()
{
    const std::string text = textOfFile("/proc/self/cmdline");
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\0', begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

} // namespace

std::vector<std::string> selfCommandFrom(const std::string& executable, const std::vector<std::string>& words,
                                         const std::string& folder)
{
    const std::string name = std::filesystem::path(executable).filename().string();
    if (!name.starts_with("ld-") && !name.starts_with("ld."))
        return {executable};
    std::vector<std::string> command{executable};
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!words[i].starts_with("--")) {
            command.push_back(absoluteFrom(folder, words[i]));
            return command;
        }
        command.push_back(words[i]);
        const bool takesValue =
            words[i] == "--library-path" || words[i] == "--argv0" || words[i] == "--preload";
        if (takesValue && i + 1 < words.size()) {
            ++i;
            command.push_back(words[i - 1] == "--library-path" ? absoluteList(folder, words[i]) : words[i]);
        }
    }
    throw EngineError(ExitCode::Failure,
                      {LOCKSTEP_TEXT("The engine was started by %1, and its own file could not be "
                                     "found in the command line."),
                       {executable},
                       {}});
}

const std::vector<std::string>& selfCommand()
{
    static const std::vector<std::string> command =
        selfCommandFrom(std::filesystem::read_symlink("/proc/self/exe").string(), readWords(),
                        std::filesystem::current_path().string());
    return command;
}

} // namespace lockstep
