// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"
#include "app/logs/foreign/scanner.h"

namespace lockstep {

namespace {

using Kind = ForeignLine::Kind;

/// "lr: 7.8125e-05  eta: 0:00:31  time: 0.2334"; what is no number, like the time that is left, is passed
/// over.
void readMetrics(Scanner& scanner, ForeignLine& line)
{
    while (!scanner.atEnd()) {
        const std::string_view name = scanner.word("_/-@");
        if (name.empty()) {
            scanner.drop();
            continue;
        }
        if (!scanner.take(":"))
            continue;
        const std::optional<double> value = scanner.number();
        const bool isWhole = value && (scanner.rest().empty() || scanner.rest().starts_with(' '));
        if (isWhole)
            line.values.push_back({foreignMetric(line.kind, name), *value});
        else
            scanner.skipTo(" ");
    }
}

} // namespace

std::optional<ForeignLine> mmengineLine(std::string_view line)
{
    Scanner scanner(line);
    ForeignLine found;
    found.firstEpoch = 1;
    const bool isIteration = line.find("Iter(") != std::string_view::npos;
    if (!scanner.skipTo(isIteration ? "Iter(" : "Epoch("))
        return std::nullopt;
    const bool isTraining = scanner.take("train");
    if (!isTraining && !scanner.take("val"))
        return std::nullopt; // a test belongs to no epoch
    if (!scanner.take(")"))
        return std::nullopt;
    found.kind = isTraining ? Kind::Step : Kind::Evaluated;
    if (!isIteration && (!scanner.take("[") || !(found.epoch = scanner.wholeNumber()) || !scanner.take("]")))
        return std::nullopt;
    if (!scanner.take("[") || !(found.batch = scanner.wholeNumber()) || !scanner.take("/") ||
        !(found.batches = scanner.wholeNumber()) || !scanner.take("]"))
        return std::nullopt;
    if (isIteration)
        found.step = found.batch;
    if (isIteration || !isTraining) {
        found.batch.reset();
        found.batches.reset();
    }
    readMetrics(scanner, found);
    return found;
}

} // namespace lockstep
