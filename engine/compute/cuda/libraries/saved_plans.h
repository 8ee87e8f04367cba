// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::cuda {

/// Plans that took seconds to compile, kept from run to run: one file for each plan, for the circumstances
/// that it was made for. What is missing, damaged or unreadable is forgotten: then it is compiled again.
class SavedPlans {
public:
    /// As of PlanCache.
    SavedPlans(std::filesystem::path folder, std::string circumstances);

    std::optional<std::string> find(const std::string& question) const;
    void remember(const std::string& question, const std::string& plan) const;

    /// The oldest are forgotten beyond these: some dozens for each model and precision, 0.1 to 0.25 MiB each.
    static constexpr std::size_t kMostFiles = 1024;

private:
    std::string fileOf(const std::string& question) const;

    std::filesystem::path m_folder;
    std::string m_circumstances;
};

} // namespace lockstep::cuda
