// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a step takes where round trips are long, so that sums are under way at once.
#include "app/forecast/step_model.h"

#include <QTest>
#include <cmath>

using namespace lockstep;

namespace {

/// Three buckets of 4 MiB, known at once, among three hosts around a switch.
double seconds(double latencyMs)
{
    ForecastInput input;
    input.topology.switches.resize(1);
    input.topology.switches[0].id = "s";
    for (const char* id : {"a", "b", "c"}) {
        Host host;
        host.id = id;
        host.devices = {Device{}};
        input.topology.hosts.push_back(host);
        input.topology.links.push_back({id, "s", 1000, latencyMs, {}, {}});
    }
    input.work.layers.assign(3, {1e6, {{1024, 1024}}});
    input.rates.assign(3, {1e21, kTableUncertainty, false});
    return StepModel(input).seconds({}).middle;
}

} // namespace

class StreamsForecastTest : public QObject {
    Q_OBJECT

private slots:
    /// Each sum sends 4/3 of the bucket over a link, and four messages are on their way one after the other.
    void longRoundTripsAreWaitedForOnce()
    {
        const double sending = seconds(0);
        const double payload = 3 * 4. / 3 * (4 << 20) * 8 / 1e9;
        QVERIFY(sending > payload && sending < 1.06 * payload); // and headers
        // Two links of 0.2 ms: one after the other. Of 10 ms: the three are under way at once.
        QVERIFY(std::abs(seconds(0.2) - sending - 3 * 4 * 0.0004) < 1e-6);
        QVERIFY(std::abs(seconds(10) - sending - 4 * 0.020) < 1e-6);
    }
};

QTEST_GUILESS_MAIN(StreamsForecastTest)
#include "streams_forecast_test.moc"
