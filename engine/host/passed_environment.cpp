// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/passed_environment.h"

#include <algorithm>
#include <unistd.h>

namespace lockstep {
namespace {

/// Who and where one is, the language of messages, and where libraries are found.
constexpr std::string_view kNames[] = {
    "HOME",       "USER", "LOGNAME",        "SHELL",       "PATH",
    "TMPDIR",     "TZ",   "TZDIR",          "LANG",        "LD_LIBRARY_PATH",
    "LD_PRELOAD", "TERM", "GLIBC_TUNABLES", "VIRTUAL_ENV", "CONDA_PREFIX"};

/// Settings of the locale, of our own, and of the libraries that compute and communicate.
constexpr std::string_view kPrefixes[] = {"LC_",     "LOCKSTEP_", "CUDA_", "NVIDIA_", "CUDNN_",
                                          "CUBLAS_", "NCCL_",     "DNNL_", "ONEDNN_", "MALLOC_",
                                          "ASAN_",   "LSAN_",     "TSAN_", "UBSAN_"};

std::string_view nameOf(std::string_view entry)
{
    return entry.substr(0, entry.find('='));
}

} // namespace

bool isPassedOn(std::string_view name)
{
    return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ||
           std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                       [name](std::string_view prefix) { return name.starts_with(prefix); });
}

std::vector<std::string> passedEnvironment(const std::vector<std::string>& added)
{
    std::vector<std::string> entries = added;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view name = nameOf(*entry);
        const bool replaced = std::any_of(added.begin(), added.end(),
                                          [name](const std::string& each) { return nameOf(each) == name; });
        if (isPassedOn(name) && !replaced)
            entries.emplace_back(*entry);
    }
    return entries;
}

} // namespace lockstep
