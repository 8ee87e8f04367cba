// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_line.h"
#include "app/logs/foreign/scanner.h"

#include <array>

namespace lockstep {

namespace {

using Kind = ForeignLine::Kind;

constexpr double kPercent = 0.01;

struct Meter {
    std::string_view name;
    std::string_view metric; ///< see foreignMetric()
    double unit;
};
constexpr std::array kMeters = {
    Meter{"Time", "time", 1},
    Meter{"Data", "data_time", 1},
    Meter{"Loss", "loss", 1},
    Meter{"Acc@1", "Acc@1", kPercent},
    Meter{"Acc@5", "Acc@5", kPercent},
    Meter{"Prec@1", "Prec@1", kPercent},
    Meter{"Prec@5", "Prec@5", kPercent},
};

/// Where a meter's value stands; a meter that is not there is left out. `averages`: the values in brackets.
void readMeters(Scanner scanner, bool averages, ForeignLine& line)
{
    for (const Meter& meter : kMeters) {
        Scanner found = scanner;
        if (!found.skipTo(meter.name))
            continue;
        std::optional<double> value = found.number();
        if (value && averages)
            value = found.take("(") ? found.number() : std::nullopt;
        if (value)
            line.values.push_back({foreignMetric(line.kind, meter.metric), *value * meter.unit});
    }
}

/// "[ 10/5005]".
bool readBatch(Scanner& scanner, ForeignLine& line)
{
    return scanner.take("[") && (line.batch = scanner.wholeNumber()) && scanner.take("/") &&
           (line.batches = scanner.wholeNumber()) && scanner.take("]");
}

} // namespace

std::optional<ForeignLine> pytorchLine(std::string_view line)
{
    ForeignLine found;
    Scanner scanner(line);
    if (scanner.skipTo("Epoch: [")) {
        if (!(found.epoch = scanner.wholeNumber()) || !scanner.take("]") || !readBatch(scanner, found))
            return std::nullopt;
        readMeters(scanner, false, found);
        return found;
    }
    if (scanner.skipTo("Test: ")) {
        found.kind = Kind::Part;
        if (!readBatch(scanner, found))
            return std::nullopt;
        found.batch.reset(); // not one of training
        found.batches.reset();
        readMeters(scanner, true, found);
        return found;
    }
    if (scanner.take("*") && (scanner.take("Acc@1") || scanner.take("Prec@1"))) {
        found.kind = Kind::Evaluated;
        readMeters(Scanner(line), false, found);
        return found;
    }
    return std::nullopt;
}

} // namespace lockstep
