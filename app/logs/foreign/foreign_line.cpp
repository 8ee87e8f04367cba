// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"

#include <algorithm>
#include <array>
#include <string>

namespace lockstep {

namespace {

constexpr std::size_t kMostName = 64;

/// What programs call the metrics that this one knows.
struct CommonName {
    std::string_view name;
    std::string_view ours;
};
constexpr std::array kCommonNames = {
    CommonName{"loss", "loss"},
    CommonName{"cross-entropy", "loss"},
    CommonName{"accuracy", "top1"},
    CommonName{"acc", "top1"},
    CommonName{"top1_acc", "top1"},
    CommonName{"acc/top1", "top1"},
    CommonName{"Acc@1", "top1"},
    CommonName{"Prec@1", "top1"},
    CommonName{"top_k_accuracy_5", "top5"},
    CommonName{"top5_acc", "top5"},
    CommonName{"acc/top5", "top5"},
    CommonName{"Acc@5", "top5"},
    CommonName{"Prec@5", "top5"},
    CommonName{"lr", "learning_rate"},
    CommonName{"learning_rate", "learning_rate"},
    CommonName{"time", "seconds"},
    CommonName{"data_time", "data_seconds"},
};

std::string_view groupOf(ForeignLine::Kind kind)
{
    switch (kind) {
    case ForeignLine::Kind::Step:
        return "step.";
    case ForeignLine::Kind::Epoch:
        return "epoch.";
    case ForeignLine::Kind::Evaluated:
    case ForeignLine::Kind::Part:
        break;
    }
    return "evaluated.validation.";
}

} // namespace

Metric foreignMetric(ForeignLine::Kind kind, std::string_view name)
{
    std::string full(groupOf(kind));
    const auto known = std::ranges::find(kCommonNames, name, &CommonName::name);
    if (known != kCommonNames.end())
        full += known->ours;
    for (const char byte : known != kCommonNames.end() ? std::string_view() : name.substr(0, kMostName))
        full += byte == '.' || byte < ' ' ? '_' : byte;
    return Metric::named(full);
}

std::optional<ForeignLine> foreignLine(std::string_view line)
{
    for (const ForeignFormat format : {paddleLine, mxnetLine, pytorchLine, i3dLine, mmengineLine, jsonLine}) {
        if (auto found = format(line); found && !found->values.empty())
            return found;
    }
    return std::nullopt;
}

} // namespace lockstep
