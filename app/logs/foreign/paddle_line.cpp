// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"
#include "app/logs/foreign/scanner.h"

namespace lockstep {

std::optional<ForeignLine> paddleLine(std::string_view line)
{
    Scanner scanner(line);
    ForeignLine found;
    if (!scanner.skipTo("epoch:") || !(found.epoch = scanner.wholeNumber()) || !scanner.take(","))
        return std::nullopt;
    if ((!scanner.take("batch_id:") && !scanner.take("batch:")) || !(found.batch = scanner.wholeNumber()))
        return std::nullopt;
    if (!scanner.skipTo("loss is:"))
        return std::nullopt;
    scanner.take("[");
    if (const std::optional<double> loss = scanner.number())
        found.values.push_back({Metric::Loss, *loss});
    if (scanner.skipTo("acc is:")) {
        scanner.take("[");
        if (const std::optional<double> accuracy = scanner.number())
            found.values.push_back({Metric::Top1, *accuracy});
    }
    return found;
}

} // namespace lockstep
