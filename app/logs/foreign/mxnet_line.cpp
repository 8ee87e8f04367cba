// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"
#include "app/logs/foreign/scanner.h"

namespace lockstep {

namespace {

using Kind = ForeignLine::Kind;

/// "accuracy=0.85 cross-entropy=0.4", up to what is none.
void readMxnetMetrics(Scanner& scanner, ForeignLine& line)
{
    for (std::string_view name = scanner.word("_-/"); !name.empty(); name = scanner.word("_-/")) {
        const std::optional<double> value = scanner.take("=") ? scanner.number() : std::nullopt;
        if (!value)
            return;
        line.values.push_back({foreignMetric(line.kind, name), *value});
    }
}

/// "Batch [20]" or, of newer versions, "Batch [0-20]".
bool readMxnetBatch(Scanner& scanner, ForeignLine& line)
{
    if (!scanner.take("[") || !(line.batch = scanner.wholeNumber()))
        return false;
    if (scanner.take("-"))
        line.batch = scanner.wholeNumber();
    return line.batch && scanner.take("]");
}

} // namespace

std::optional<ForeignLine> mxnetLine(std::string_view line)
{
    ForeignLine found;
    Scanner node(line);
    if (node.skipTo("Node[")) {
        if (const std::optional<std::int64_t> rank = node.wholeNumber();
            rank && *rank >= 0 && *rank < 1 << 20)
            found.rank = static_cast<int>(*rank);
    }
    Scanner scanner(line);
    if (!scanner.skipTo("Epoch[") || !(found.epoch = scanner.wholeNumber()) || !scanner.take("]"))
        return std::nullopt;
    if (scanner.take("Batch")) {
        if (!readMxnetBatch(scanner, found))
            return std::nullopt;
        if (scanner.take("Speed:")) {
            if (const std::optional<double> rate = scanner.number())
                found.values.push_back({Metric::SamplesPerSecond, *rate});
            scanner.take("samples/sec");
        }
        readMxnetMetrics(scanner, found);
    } else if (scanner.take("Time cost=")) {
        found.kind = Kind::Epoch;
        if (const std::optional<double> seconds = scanner.number())
            found.values.push_back({Metric::EpochSeconds, *seconds});
    } else if (scanner.take("Train-")) {
        found.kind = Kind::Epoch;
        readMxnetMetrics(scanner, found);
    } else if (scanner.take("Validation-")) {
        found.kind = Kind::Evaluated;
        readMxnetMetrics(scanner, found);
    } else {
        return std::nullopt;
    }
    return found;
}

} // namespace lockstep
