// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What crosses between hosts whose ranks add up in memory first, in other forms than f32.
#include "app/forecast/step_model.h"

#include <QTest>
#include <cmath>

using namespace lockstep;

namespace {

constexpr double kMatrix = 1024 * 1024; // elements
constexpr double kVector = 4096;

/// What a link between two hosts of so many ranks carries one way in a step.
double bytes(std::size_t ranksOfHost, CompressionKind compression)
{
    ForecastInput input;
    for (const char* id : {"a", "b"}) {
        Host host;
        host.id = id;
        host.devices.resize(ranksOfHost);
        input.topology.hosts.push_back(host);
    }
    input.topology.links.push_back({"a", "b", 100, {}, {}, {}});
    input.work.layers = {{1e6, {{1024, 1024}, {4096, 1}}}};
    input.rates.assign(2 * ranksOfHost, {1e12, kTableUncertainty, false});
    input.training.compression = compression;
    input.training.compressionRank = 4;
    input.training.compressionRatio = 0.01;
    return StepModel(input).slowest(settingsOf(input.training)).bytes;
}

} // namespace

class HostwiseForecastTest : public QObject {
    Q_OBJECT

private slots:
    /// Half of the gradient each way, and half of the sums: as with one rank a host.
    void sumsInANarrowFormatCrossOnceForEachHost()
    {
        for (const std::size_t ranks : {std::size_t{1}, std::size_t{4}, std::size_t{8}}) {
            QCOMPARE(bytes(ranks, CompressionKind::BFloat16), (kMatrix + kVector) * 2);
            QCOMPARE(bytes(ranks, CompressionKind::PowerSgd), (4 * (1024 + 1024) + kVector) * 4);
        }
    }
    void theLargestOfEachRankCrossOnce()
    {
        const double ofRank = std::ceil(0.01 * kMatrix) * 8;
        for (const std::size_t ranks : {std::size_t{1}, std::size_t{4}, std::size_t{8}})
            QCOMPARE(bytes(ranks, CompressionKind::TopK), kVector * 4 + static_cast<double>(ranks) * ofRank);
    }
};

QTEST_GUILESS_MAIN(HostwiseForecastTest)
#include "hostwise_forecast_test.moc"
