// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"

#include "engine/core/error.h"
#include "engine/data/decoded_cache.h"
#include "engine/data/download/download.h"
#include "engine/protocol/byte_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>

#include <unistd.h>

namespace lockstep {
namespace {

const PublicSet& findSet(const std::string& name)
{
    const auto& sets = publicSets();
    const auto set =
        std::find_if(sets.begin(), sets.end(), [&](const PublicSet& s) { return s.name == name; });
    if (set != sets.end())
        return *set;
    std::string known;
    for (const PublicSet& s : sets)
        known += (known.empty() ? "" : ", ") + s.name;
    throwUsage(LOCKSTEP_TEXT("There is no public data set \"%1\"; known are: %2."), {name, known});
}

/// Lines on standard error: one that is written over and over on a terminal, else one every few seconds.
class ProgressLines {
public:
    void operator()(const std::string& file, std::uint64_t done, std::uint64_t bytes)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_last < (m_terminal ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5000)) &&
            done < bytes)
            return;
        m_last = now;
        const std::uint64_t percent = bytes > 0 ? done * 100 / bytes : 100;
        std::cerr << (m_terminal ? "\r" : "") << file << ": " << percent << " % of "
                  << byteText(static_cast<std::int64_t>(bytes)) << (m_terminal && done < bytes ? "   " : "\n")
                  << std::flush;
    }

private:
    bool m_terminal = ::isatty(STDERR_FILENO) == 1;
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

void requireWebAddresses(const std::vector<std::string>& mirrors)
{
    for (const std::string& mirror : mirrors)
        if (!mirror.starts_with("http://") && !mirror.starts_with("https://"))
            throwUsage(
                LOCKSTEP_TEXT("--mirror takes an address that begins with http:// or https://, but was given "
                              "\"%1\"."),
                {mirror});
}

/// What decoded pictures take on this host, or took.
ExitCode tellDecoded(const DecodedCaches& caches, const char* verb)
{
    std::cout << verb << ": decoded pictures of " << caches.files << " data sets, "
              << byteText(static_cast<std::int64_t>(caches.bytes)) << " in " << caches.folder.string()
              << std::endl;
    return ExitCode::Success;
}

ExitCode get(const Arguments& arguments)
{
    if (arguments.positional().size() < 2)
        throwUsage(LOCKSTEP_TEXT("lockstep-engine data get needs the name of a public data set."), {});
    const PublicSet& set = findSet(arguments.positional().back());
    const std::string to = arguments.value("--to");
    if (to.empty())
        throwUsage(LOCKSTEP_TEXT("lockstep-engine data get needs the folder for the files: --to DIR."), {});
    const std::vector<std::string> mirrors = arguments.values("--mirror");
    requireWebAddresses(mirrors);
    const std::string folder = std::filesystem::absolute(to).lexically_normal().string();
    const std::vector<Downloaded> files = downloadSet(set, mirrors, folder, ProgressLines());
    if (arguments.has("--json")) {
        auto list = nlohmann::ordered_json::array();
        for (const Downloaded& file : files)
            list.push_back({{"name", file.name}, {"from", file.from}});
        std::cout << nlohmann::ordered_json{{"data", set.kind}, {"path", folder}, {"files", list}}.dump()
                  << std::endl;
        return ExitCode::Success;
    }
    for (const Downloaded& file : files)
        std::cout << file.name << (file.from.empty() ? " was there already" : " from " + file.from) << '\n';
    std::cout << "Ready: data.kind=" << set.kind << " data.path=" << folder << std::endl;
    return ExitCode::Success;
}

ExitCode runData(const Arguments& arguments)
{
    const std::string& action = arguments.positional().front();
    if (action == "get")
        return get(arguments);
    if (action == "kept")
        return tellDecoded(decodedCaches(), "kept");
    if (action == "drop")
        return tellDecoded(dropDecodedCaches(), "dropped");
    throwUsage(LOCKSTEP_TEXT(
                   "lockstep-engine data can get, tell what is kept and drop it; \"%1\" is unknown to it."),
               {action});
}

} // namespace

Subcommand dataCommand()
{
    return {"data",
            "Downloads a public data set (mnist, fashion-mnist or cifar10), checked by its SHA-256: "
            "data get NAME. Tells what decoded pictures take (data kept), and removes them (data drop).",
            {"get|kept|drop"},
            {"NAME"},
            {{"--to", "DIR", "the folder for the files; what is there already stays"},
             {"--mirror", "URL", "take the files from this address instead; may be repeated", true},
             {"--json", "", "print one JSON object"}},
            runData};
}

} // namespace lockstep
