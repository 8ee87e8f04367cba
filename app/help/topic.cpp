// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/topic.h"

#include <algorithm>

namespace lockstep {

namespace {

const char* nameOf(Topic topic)
{
    switch (topic) {
    case Topic::FirstRun:
        return "first-run";
    case Topic::Drawing:
        return "drawing";
    case Topic::Hosts:
        return "hosts";
    case Topic::Gpus:
        return "gpus";
    case Topic::Data:
        return "data";
    case Topic::Plots:
        return "plots";
    case Topic::Failures:
        return "failures";
    case Topic::SlowLinks:
        return "slow-links";
    case Topic::Strategies:
        return "strategies";
    case Topic::Checkpoints:
        return "checkpoints";
    case Topic::Recipes:
        return "recipes";
    case Topic::Headless:
        return "headless";
    }
    return "first-run";
}

} // namespace

QString pageFile(Topic topic)
{
    return QLatin1String(nameOf(topic)) + QLatin1String(".md");
}

std::optional<Topic> topicOfFile(const QString& file)
{
    const auto* found =
        std::find_if(kTopics.begin(), kTopics.end(), [&](Topic topic) { return pageFile(topic) == file; });
    return found == kTopics.end() ? std::nullopt : std::optional(*found);
}

} // namespace lockstep
