// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_topics.h"

#include "app/runs/run_page.h"

#include <QWidget>
#include <algorithm>
#include <array>

namespace lockstep {

namespace {

struct TopicRow {
    /// The name of a widget, the beginning of its name where this ends in a dot, or a class.
    const char* who;
    Topic topic;
};

constexpr std::array kRows = {
    TopicRow{"data.", Topic::Data},
    TopicRow{"lockstep::PreviewStrip", Topic::Data},
    TopicRow{"lockstep::PreviewDialog", Topic::Data},
    TopicRow{"training.precision", Topic::Gpus},
    TopicRow{"training.tf32", Topic::Gpus},
    TopicRow{"model.weights", Topic::Checkpoints},
    TopicRow{"training.checkpoint_every", Topic::Checkpoints},
    TopicRow{"training.keep_checkpoints", Topic::Checkpoints},
    TopicRow{"training.keep_best", Topic::Checkpoints},
    TopicRow{"training.keep_best_above", Topic::Checkpoints},
    TopicRow{"restart.", Topic::Checkpoints},
    TopicRow{"lockstep::CheckpointPanel", Topic::Checkpoints},
    TopicRow{"lockstep::AttemptTable", Topic::Checkpoints},
    TopicRow{"lockstep::TrainLongerDialog", Topic::Checkpoints},
    TopicRow{"lockstep::RunList", Topic::Checkpoints},
    TopicRow{"training.strategy", Topic::Strategies},
    TopicRow{"training.compression", Topic::Strategies},
    TopicRow{"training.compression_rank", Topic::Strategies},
    TopicRow{"training.compression_ratio", Topic::Strategies},
    TopicRow{"training.local_steps", Topic::Strategies},
    TopicRow{"training.outer_learning_rate", Topic::Strategies},
    TopicRow{"training.outer_momentum", Topic::Strategies},
    TopicRow{"training.overlap_meetings", Topic::Strategies},
    TopicRow{"training.staleness", Topic::Strategies},
    TopicRow{"training.dampen", Topic::Strategies},
    TopicRow{"training.outlive_ranks", Topic::Strategies},
    TopicRow{"training.cuts", Topic::Strategies},
    TopicRow{"training.encryption", Topic::Hosts},
    TopicRow{"lockstep::StrategyComparison", Topic::Strategies},
    TopicRow{"training.bucket_mb", Topic::SlowLinks},
    TopicRow{"training.timeout_seconds", Topic::SlowLinks},
    TopicRow{"lockstep::LinkPanel", Topic::SlowLinks},
    TopicRow{"lockstep::SwitchPanel", Topic::SlowLinks},
    TopicRow{"lockstep::HostPanel", Topic::Hosts},
    TopicRow{"lockstep::HostTestPanel", Topic::Hosts},
    TopicRow{"lockstep::InventoryDialog", Topic::Hosts},
    TopicRow{"lockstep::MultiSelectionPanel", Topic::Hosts},
    TopicRow{"connectionQuestion", Topic::Hosts},
    TopicRow{"lockstep::ExperimentPanel", Topic::FirstRun},
    TopicRow{"lockstep::FillInStrip", Topic::Recipes},
    TopicRow{"lockstep::StartStrip", Topic::Recipes},
    TopicRow{"lockstep::StartGallery", Topic::Recipes},
    TopicRow{"lockstep::SettingsDialog", Topic::FirstRun},
    TopicRow{"lockstep::ProblemPanel", Topic::Failures},
    TopicRow{"lockstep::ProblemBar", Topic::Failures},
    TopicRow{"lockstep::LogPanel", Topic::Failures},
    TopicRow{"lockstep::CanvasKeysDialog", Topic::Drawing},
    TopicRow{"lockstep::DesignPage", Topic::Drawing},
};

bool isAbout(const TopicRow& row, const QWidget& widget)
{
    const QLatin1String who(row.who);
    if (who.endsWith(QLatin1Char('.')))
        return widget.objectName().startsWith(who);
    return widget.objectName() == who || widget.inherits(row.who);
}

} // namespace

std::optional<Topic> topicOf(const QWidget& widget)
{
    for (const QWidget* part = &widget; part; part = part->parentWidget()) {
        const auto* row = std::find_if(kRows.begin(), kRows.end(),
                                       [&](const TopicRow& each) { return isAbout(each, *part); });
        if (row != kRows.end())
            return row->topic;
        if (const auto* page = qobject_cast<const RunPage*>(part))
            return page->phase() == RunPhase::Failed || page->phase() == RunPhase::NotStarted
                       ? Topic::Failures
                       : Topic::Plots;
    }
    return std::nullopt;
}

} // namespace lockstep
