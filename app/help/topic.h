// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <optional>

namespace lockstep {

/// What a page of the manual is about.
enum class Topic {
    FirstRun,
    Drawing,
    Hosts,
    Gpus,
    Data,
    Plots,
    Failures,
    SlowLinks,
    Strategies,
    Checkpoints,
    Recipes,
    Headless
};

/// All of them, in the order in which one reads the manual.
inline constexpr std::array kTopics = {Topic::FirstRun,    Topic::Drawing,   Topic::Hosts,
                                       Topic::Gpus,        Topic::Data,      Topic::Plots,
                                       Topic::Failures,    Topic::SlowLinks, Topic::Strategies,
                                       Topic::Checkpoints, Topic::Recipes,   Topic::Headless};

/// The file of its page, as "first-run.md".
QString pageFile(Topic topic);
/// The topic of a page's file; nothing: there is no such page.
std::optional<Topic> topicOfFile(const QString& file);

} // namespace lockstep
