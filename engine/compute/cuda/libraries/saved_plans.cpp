// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/compute/cuda/libraries/saved_plans.h"

#include "engine/compute/cuda/libraries/cache_files.h"

namespace lockstep::cuda {
namespace {

constexpr const char* kEnding = ".plan";
/// What a whole file never reaches: more is not read.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 20;

} // namespace

SavedPlans::SavedPlans(std::filesystem::path folder, std::string circumstances)
    : m_folder(std::move(folder)), m_circumstances(std::move(circumstances))
{
}

std::string SavedPlans::fileOf(const std::string& question) const
{
    return digestOf(m_circumstances + '\n' + question) + kEnding;
}

std::optional<std::string> SavedPlans::find(const std::string& question) const
{
    return readCacheFile(m_folder, fileOf(question), kMostBytes);
}

void SavedPlans::remember(const std::string& question, const std::string& plan) const
{
    writeCacheFile(m_folder, fileOf(question), plan, kMostFiles);
}

} // namespace lockstep::cuda
