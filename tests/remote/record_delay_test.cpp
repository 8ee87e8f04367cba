// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How old it is what a host tells: of clocks that differ, are set, go apart and stand still.
#include "remote/run/record_delay.h"

#include "remote/run/run_host.h"

#include <QTest>
#include <cstdint>
#include <limits>
#include <random>

namespace lockstep {
namespace {

using namespace std::chrono_literals;
using Nanoseconds = std::chrono::nanoseconds;

/// A host and the way to it, in time that is the truth.
struct Way {
    void tell(Nanoseconds at, Nanoseconds late, int rank = 0)
    {
        Record record;
        record.monotonicNs = (hostMonotonic + Nanoseconds(std::int64_t(double(at.count()) * pace))).count();
        record.wallMs = std::chrono::duration_cast<std::chrono::milliseconds>(hostWall + at).count();
        const Nanoseconds arrived = at + late;
        delay.take(rank, record, RecordDelay::Clock::time_point(7000s + arrived),
                   RecordDelay::WallClock::time_point(1'800'000'000s + arrived + ownWall));
    }
    double seconds() const { return std::chrono::duration<double>(delay.latest()).count(); }

    Nanoseconds hostMonotonic = 123456s, hostWall = 1'700'000'000s, ownWall = 0s;
    double pace = 1; ///< of the host's monotonic clock
    RecordDelay delay;
};

} // namespace

class RecordDelayTest : public QObject {
    Q_OBJECT
private slots:
    void whatArrivesAtOnceIsNotLate()
    {
        Way way;
        std::mt19937 random(1);
        for (int i = 0; i < 1000; ++i) {
            way.tell(i * 100ms, std::chrono::milliseconds(20 + random() % 300));
            QVERIFY(way.seconds() < 0.31);
        }
    }

    /// They come from another computer; sanitizers see a sum that does not fit.
    void numbersThatNoClockHasAreBorne()
    {
        constexpr std::int64_t kNumbers[] = {std::numeric_limits<std::int64_t>::max(), 0, -1,
                                             std::numeric_limits<std::int64_t>::min()};
        for (const std::int64_t first : kNumbers) {
            for (const std::int64_t second : kNumbers) {
                Way way;
                Record record;
                for (const std::int64_t number : {first, second}) {
                    record.monotonicNs = record.wallMs = number;
                    way.delay.take(0, record, RecordDelay::Clock::time_point(7000s),
                                   RecordDelay::WallClock::time_point(1'800'000'000s));
                    QVERIFY(way.delay.latest() >= 0s);
                }
                const bool isFarBack = static_cast<double>(first) - static_cast<double>(second) > 1e18;
                QCOMPARE(way.delay.latest() > 24h * 365, isFarBack);
            }
        }
    }

    void whatQueuesUpIsLateAndIsSoNoMoreOnceAllIsThere()
    {
        Way way;
        way.tell(0s, 10ms);
        for (int i = 1; i <= 60; ++i) {
            way.tell(i * 1s, i * 1500ms);
            QVERIFY(std::abs(way.seconds() - i * 1.5) < 0.2);
        }
        way.tell(151s, 20ms);
        QVERIFY(way.seconds() < 0.1);
    }

    void theOldestOfARankCounts()
    {
        Way way;
        way.tell(0s, 10ms, 0);
        way.tell(10s, 9s, 1);
        way.tell(20s, 10ms, 0);
        QVERIFY(std::abs(way.seconds() - 9) < 0.1);
        way.tell(21s, 10ms, 1);
        QVERIFY(way.seconds() < 0.1);
    }

    void whoTellsNothingMoreIsForgotten()
    {
        Way way;
        way.tell(0s, 10ms, 0);
        way.tell(10s, 9s, 1);
        for (int second = 20; second < 60; ++second)
            way.tell(second * 1s, 10ms, 0);
        QVERIFY(way.seconds() < 0.1);
    }

    void clocksThatAreSetOrBeginAnewAreNotBelieved()
    {
        Way way;
        way.tell(0s, 10ms);
        way.hostWall -= 24h;
        way.tell(1s, 10ms);
        QVERIFY(way.seconds() < 0.1);
        way.ownWall += 24h;
        way.tell(2s, 10ms);
        QVERIFY(way.seconds() < 0.1);
        Way restarted;
        restarted.tell(0s, 10ms);
        restarted.hostMonotonic = 0s;
        restarted.tell(60s, 10ms);
        QVERIFY(restarted.seconds() < 0.1);
        Way asleep; // its monotonic clock stood still for an hour
        asleep.tell(0s, 10ms);
        asleep.hostMonotonic -= 1h;
        asleep.tell(3601s, 10ms);
        QVERIFY(asleep.seconds() < 0.1);
    }

    void clocksThatGoApartAreFollowed()
    {
        Way way;
        way.pace = 1 - 1e-4;
        way.hostWall = 0s; // and the other clock is of no help
        for (int i = 0; i < 14 * 24 * 60; ++i) {
            way.hostWall -= 6ms;
            way.tell(i * 60s, 10ms);
            QVERIFY2(way.seconds() < 1, qPrintable(QString::number(i)));
        }
    }
};

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RecordDelayTest)
#include "record_delay_test.moc"
