// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"
#include "app/logs/foreign/scanner.h"

namespace lockstep {

namespace {

using Kind = ForeignLine::Kind;

void add(ForeignLine& line, Metric metric, std::optional<double> value)
{
    if (value)
        line.values.push_back({metric, *value});
}

std::optional<ForeignLine> epochLine(Scanner scanner)
{
    ForeignLine found;
    found.firstEpoch = 1;
    if (!(found.epoch = scanner.wholeNumber()) || !scanner.take(","))
        return std::nullopt;
    const bool isTest = scanner.take("test");
    if (!isTest && !scanner.take("train"))
        return std::nullopt;
    found.kind = isTest ? Kind::Evaluated : Kind::Epoch;
    if (scanner.take("accuracy:"))
        add(found, foreignMetric(found.kind, "accuracy"), scanner.number());
    return found;
}

} // namespace

std::optional<ForeignLine> i3dLine(std::string_view line)
{
    Scanner scanner(line);
    Scanner epoch(line);
    ForeignLine found;
    if (!scanner.skipTo("step:"))
        return epoch.skipTo("Epoch") ? epochLine(epoch) : std::nullopt;
    if (!(found.step = scanner.wholeNumber()) || !scanner.take(",") || !scanner.take("loss:"))
        return std::nullopt;
    add(found, Metric::Loss, scanner.number());
    if (scanner.take(",") && scanner.take("accuracy:"))
        add(found, Metric::Top1, scanner.number());
    if (scanner.take("("))
        add(found, Metric::StepSeconds, scanner.number());
    return found;
}

} // namespace lockstep
