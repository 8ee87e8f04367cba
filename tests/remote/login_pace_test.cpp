// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login_pace.h"

#include <QTest>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace lockstep {

using Outcome = LoginPace::Outcome;

class LoginPaceTest : public QObject {
    Q_OBJECT
private slots:
    void init() { m_pace = std::make_unique<LoginPace>(); }
    void firstGoesAloneAndLetsTheOthersIn();
    void addressesDoNotWaitForEachOther();
    void refusalMakesItOneAgain();
    void oneThatIsTurnedAwayHalves();
    void deadAddressKeepsNobody();
    void deadlineAndInterrupt();
    void atMostSixAtATime();

private:
    /// At once or not at all.
    std::optional<LoginPace::Turn> take(const std::string& address = "a")
    {
        WakeFlag interrupt;
        return m_pace->take(address, deadlineIn(std::chrono::minutes(1)), interrupt,
                            [&interrupt] { interrupt.raise(); });
    }
    void logIn(int times)
    {
        for (int i = 0; i < times; ++i) {
            auto turn = take();
            QVERIFY(turn);
            turn->came(Outcome::LoggedIn);
        }
    }
    /// How many may go at once now.
    std::size_t room()
    {
        std::vector<LoginPace::Turn> turns;
        while (auto turn = take()) {
            turn->came(Outcome::Cancelled);
            turns.push_back(std::move(*turn));
            if (turns.size() == 100)
                break;
        }
        return turns.size();
    }

    std::unique_ptr<LoginPace> m_pace;
};

void LoginPaceTest::firstGoesAloneAndLetsTheOthersIn()
{
    auto first = take();
    QVERIFY(first);
    QVERIFY(!take());
    std::atomic<bool> waits = false, goes = false;
    std::thread second([&] {
        const WakeFlag never;
        const auto turn =
            m_pace->take("a", deadlineIn(std::chrono::minutes(1)), never, [&waits] { waits = true; });
        goes = turn.has_value();
    });
    QTRY_VERIFY_WITH_TIMEOUT(waits, 30'000);
    QVERIFY(!goes);
    first->came(Outcome::LoggedIn);
    first.reset();
    second.join();
    QVERIFY(goes);
}

void LoginPaceTest::addressesDoNotWaitForEachOther()
{
    const auto first = take("a");
    QVERIFY(first);
    QVERIFY(take("b"));
}

void LoginPaceTest::refusalMakesItOneAgain()
{
    QCOMPARE(room(), 1u);
    logIn(3);
    QCOMPARE(room(), 4u);
    {
        const auto refused = take();
    }
    QCOMPARE(room(), 1u);
}

void LoginPaceTest::oneThatIsTurnedAwayHalves()
{
    logIn(20);
    QCOMPARE(room(), 6u);
    take()->came(Outcome::TurnedAway);
    QCOMPARE(room(), 3u);
    take()->came(Outcome::TurnedAway);
    take()->came(Outcome::TurnedAway);
    QCOMPARE(room(), 1u);
}

void LoginPaceTest::deadAddressKeepsNobody()
{
    take()->came(Outcome::Unreachable);
    QCOMPARE(room(), 100u);
    // It is back: from now on with care.
    take()->came(Outcome::LoggedIn);
    QCOMPARE(room(), 6u);
}

void LoginPaceTest::deadlineAndInterrupt()
{
    auto holder = take();
    const WakeFlag never;
    const auto ignore = [] {};
    auto late = m_pace->take("a", deadlineIn(std::chrono::milliseconds(20)), never, ignore);
    QVERIFY(late); // anyway
    WakeFlag interrupt;
    interrupt.raise();
    QVERIFY(!m_pace->take("a", deadlineIn(std::chrono::minutes(1)), interrupt, ignore));
    // None of them is counted when all are gone.
    holder->came(Outcome::Cancelled);
    late->came(Outcome::Cancelled);
    holder.reset();
    late.reset();
    QCOMPARE(room(), 1u);
}

void LoginPaceTest::atMostSixAtATime()
{
    std::atomic<int> active = 0, most = 0, waited = 0;
    const auto logIn = [&] {
        const WakeFlag never;
        auto turn = m_pace->take("a", deadlineIn(std::chrono::minutes(2)), never, [&waited] { ++waited; });
        const int now = ++active;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        turn->came(Outcome::LoggedIn);
        --active;
    };
    auto first = take();
    QVERIFY(first);
    std::vector<std::thread> threads;
    for (int i = 0; i < 64; ++i)
        threads.emplace_back(logIn);
    const bool allWaited = QTest::qWaitFor([&waited] { return waited == 64; }, 30'000);
    first->came(Outcome::LoggedIn);
    first.reset();
    for (std::thread& thread : threads)
        thread.join();
    QVERIFY2(most <= 6, qPrintable(QString::number(most)));
    QVERIFY(allWaited);
    QCOMPARE(room(), 6u);
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::LoginPaceTest)
#include "login_pace_test.moc"
