// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the cards show of a run: as long as the drawing is what runs.
#include "app/document/document_edits.h"
#include "app/runs/host_texts.h"
#include "app/text/gpu_text.h"
#include "app/text/moment_text.h"
#include "app/topology/card/card_painter.h"
#include "app/topology/items/host_item.h"
#include "app/topology/topology_scene.h"
#include "app/window/run_lamps.h"
#include "remote/run/host_sentences.h"

#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <memory>

using namespace lockstep;

namespace {

/// Every phase that looks unlike the others; a host that is told of the run looks like one that is deployed
/// to.
constexpr RunPhase kShown[] = {RunPhase::Waiting,         RunPhase::Connecting, RunPhase::Deploying,
                               RunPhase::Submitted,       RunPhase::Training,   RunPhase::Reconnecting,
                               RunPhase::Stopping,        RunPhase::Finished,   RunPhase::Stopped,
                               RunPhase::EndedWithOthers, RunPhase::Failed};

/// The corner of the card with the lamp, as someone sees it who tells no colours apart.
QImage greyLamp(const CanvasCard& card)
{
    QImage image(kCardRect.size().toSize() * 2, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(2, 2);
    ThemeColors grey = themeColors(QPalette());
    for (QColor* color : {&grey.accent, &grey.good, &grey.warning, &grey.bad, &grey.mutedText})
        *color = Qt::gray;
    paintCanvasCard(painter, card, {}, grey);
    painter.end();
    return image.copy(2 * 190, 0, 2 * 26, 2 * 36);
}

} // namespace

class RunLampsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<ExperimentDocument>();
        Experiment experiment;
        experiment.name = "cluster";
        m_document->reset(experiment);
        m_one = addHost(*m_document, HostKind::CpuHost, {0, 0});
        m_two = addHost(*m_document, HostKind::GpuHost, {300, 0});
        m_scene = std::make_unique<TopologyScene>(*m_document);
        m_lamps = std::make_unique<RunLamps>(*m_document);
        connect(m_lamps.get(), &RunLamps::changed, m_scene.get(), &TopologyScene::setHostStates);
    }
    void cleanup()
    {
        m_lamps.reset();
        m_scene.reset();
        m_document.reset();
    }

    void everyStateHasALampThatSaysWhatItMeans()
    {
        m_lamps->showRun(m_document->experiment());
        QStringList said;
        for (const RunPhase state : kShown) {
            m_lamps->setHost({0, state, 0, 0, {}});
            const QString sentence = lampSentence(lamp(m_one));
            QVERIFY(!sentence.isEmpty() && !said.contains(sentence));
            const QString tip = m_scene->hostItem(m_one)->toolTip();
            const QString shown = sentence.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
            QVERIFY2(tip.contains(shown), qPrintable(sentence + u'|' + tip));
            said << sentence;
        }
        QVERIFY(!lamp(m_two).phase);
        m_lamps->setHost({1, RunPhase::Failed, 0, 0, Error{"The host does not answer.", {}, {}}});
        QVERIFY(m_scene->hostItem(m_two)->toolTip().contains(QStringLiteral("does not answer")));
        const Error again{"Attempt 2 begins by itself.", {}, {}};
        m_lamps->setHost({1, RunPhase::Submitted, 0, 0, again});
        QCOMPARE(lampSentence(lamp(m_two)),
                 QStringLiteral("Run: about to restart.\nAttempt 2 begins by itself."));
    }

    /// Nobody is told that another host failed where it was this one.
    void aHostThatAnAttemptIsMadeWithoutIsLeftOut()
    {
        m_lamps->showRun(m_document->experiment());
        const Sentence absence{kBegunWithout, {"2", "1", "The supervisor was killed."}};
        m_lamps->setHost({1, RunPhase::EndedWithOthers, 0, 0, absence});
        QCOMPARE(
            lampSentence(lamp(m_two)),
            QStringLiteral("Run: left out of the attempt.\nAttempt 2 was begun without this host. Attempt 1 "
                           "ended: The supervisor was killed."));
    }

    void lampsDifferInShapeAsWellAsInColour()
    {
        QList<QImage> shapes;
        for (const RunPhase phase : kShown) {
            CanvasCard card;
            card.icon = QStringLiteral("host-cpu");
            card.lamp.phase = phase;
            const QImage corner = greyLamp(card);
            for (const QImage& other : shapes)
                QVERIFY2(corner != other, std::string(toString(phase)).c_str());
            shapes << corner;
        }
    }

    void aHostThatIsAnotherNowShowsNothing()
    {
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost({0, RunPhase::Training, 0, 0, {}});
        m_lamps->setHost({1, RunPhase::Training, 0, 0, {}});
        moveNodes(*m_document, {{m_one, {50, 60}}});
        changeHost(*m_document, m_one, {}, [](Host& host) { host.name = "renamed"; });
        QVERIFY(lamp(m_one).phase == RunPhase::Training);
        changeHost(*m_document, m_one, {}, [](Host& host) { host.address = "10.0.0.9"; });
        QVERIFY(!lamp(m_one).phase);
        QVERIFY(lamp(m_two).phase == RunPhase::Training);
        m_document->undoStack().undo();
        QVERIFY(lamp(m_one).phase == RunPhase::Training);
        toggleDevice(*m_document, {m_two}, {DeviceKind::Cuda, 1});
        QVERIFY(!lamp(m_two).phase);
        const std::string third = addHost(*m_document, HostKind::CpuHost, {0, 300});
        QVERIFY(!lamp(third).phase);
    }

    void anotherDocumentShowsNothing()
    {
        const Experiment ran = m_document->experiment();
        m_lamps->showRun(ran);
        m_lamps->setHost({0, RunPhase::Training, 0, 0, {}});
        Experiment other = ran;
        other.name = "another";
        m_document->reset(other);
        QVERIFY(!lamp(m_one).phase);
        m_document->reset(ran);
        QVERIFY(lamp(m_one).phase == RunPhase::Training);
    }

    /// Nobody is told that a host trains which its lease has ended.
    void aHostOutOfReachIsShownWithWhatIsKnown()
    {
        m_lamps->showRun(m_document->experiment());
        QStringList said;
        for (const OutOfReach known : {OutOfReach::Unknown, OutOfReach::Trains, OutOfReach::HasEnded}) {
            const HostStatus status{.host = 1,
                                    .state = RunPhase::Reconnecting,
                                    .error = Error{"No route.", {}, {}},
                                    .outOfReach = known};
            m_lamps->setHost(status);
            said.append(lampSentence(lamp(m_two)) + u'\n' + hostStateText(status));
            QVERIFY2(said.last().contains(QStringLiteral("No route.")), qPrintable(said.last()));
        }
        QVERIFY2(said[0].contains(QStringLiteral("not known")), qPrintable(said[0]));
        QVERIFY2(said[1].contains(QStringLiteral("goes on")), qPrintable(said[1]));
        QVERIFY2(said[2].contains(QStringLiteral("has ended")), qPrintable(said[2]));
        QVERIFY2(!said[0].contains(QStringLiteral("goes on")) && !said[2].contains(QStringLiteral("goes on")),
                 qPrintable(said.join(u'\n')));
    }

    /// What is shown of such a host is as old as its last word, and says so.
    void whatIsOldIsShownWithItsTime()
    {
        HostStatus status;
        status.host = 1;
        status.state = RunPhase::Reconnecting;
        status.outOfReach = OutOfReach::Trains;
        QCOMPARE(hostStateText(status), QStringLiteral("Out of reach; still training"));
        status.heard = QDateTime(QDate::currentDate(), {9, 3, 22});
        QCOMPARE(hostStateText(status), QStringLiteral("Stale since 09:03:22; still training"));
        status.outOfReach = OutOfReach::Unknown;
        QCOMPARE(hostStateText(status), QStringLiteral("Stale since 09:03:22; state unknown"));
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost(status);
        QVERIFY2(lampSentence(lamp(m_two)).contains(QStringLiteral("since 09:03:22")),
                 qPrintable(lampSentence(lamp(m_two))));
        status.heard = status.heard.addDays(-1);
        QVERIFY(hostStateText(status).contains(momentText(status.heard)));
    }

    /// Its connection carries less than it tells: it trains, and what is shown of it is old all the same.
    void aHostThatIsBehindIsShownWithItsTime()
    {
        m_lamps->showRun(m_document->experiment());
        m_lamps->takeSample(1, {.busy = 0.5, .memoryBytes = 100});
        HostStatus status{1, RunPhase::Training, 0, 0, {}};
        m_lamps->setHost(status);
        QVERIFY(!lamp(m_two).load.staleSince);
        status.heard = QDateTime(QDate::currentDate(), {9, 3, 22});
        m_lamps->setHost(status);
        QCOMPARE(hostStateText(status), QStringLiteral("Stale since 09:03:22; still training"));
        QCOMPARE(shortHostStateText(status), QStringLiteral("Stale since 09:03:22"));
        QVERIFY2(lampSentence(lamp(m_two)).contains(QStringLiteral("from 09:03:22: the connection")),
                 qPrintable(lampSentence(lamp(m_two))));
        QCOMPARE(lamp(m_two).load.staleSince, std::optional(QTime(9, 3, 22)));
        status.state = RunPhase::Finished;
        QCOMPARE(hostStateText(status), QStringLiteral("Finished"));
    }

    void everyTestHasALampOfItsOwnShape()
    {
        QList<QImage> shapes;
        for (const auto& state :
             {HostState{}, HostState{{}, TestState::Running, {}}, HostState{{}, TestState::Passed, {}},
              HostState{{}, TestState::Failed, {}}, HostState{RunPhase::Submitted, {}, {}},
              HostState{RunPhase::Training, {}, {}}}) {
            CanvasCard card;
            card.icon = QStringLiteral("host-cpu");
            card.isHost = true;
            card.lamp = state;
            const QImage corner = greyLamp(card);
            QVERIFY(!shapes.contains(corner));
            shapes << corner;
        }
    }

    /// Of a host that answers nothing: its test fails at once, whatever it says.
    void whateverIsLaterCounts()
    {
        changeHost(
            *m_document, m_one, [] { return QString(); },
            [](Host& host) { host.address = "127.0.0.1", host.port = 1; });
        HostTests tests(*m_document, {});
        m_lamps->showTests(tests);
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost({0, RunPhase::Finished, 0, 0, {}});
        QVERIFY(lamp(m_one).phase == RunPhase::Finished);
        tests.test({m_one});
        QTRY_VERIFY_WITH_TIMEOUT(lamp(m_one).test == TestState::Failed, 20'000);
        m_lamps->setHost({0, RunPhase::Training, 0, 0, {}});
        QVERIFY(lamp(m_one).phase == RunPhase::Training);
        tests.test({m_one});
        QVERIFY(lamp(m_one).phase == RunPhase::Training);
        m_lamps->setHost({0, RunPhase::Failed, 0, 0, {}});
        QVERIFY(lamp(m_one).phase == RunPhase::Failed && !lamp(m_one).test);
    }

    void cardsTellHowBusyTheRunKeepsTheirHosts()
    {
        changeHost(*m_document, m_two, {}, [](Host& host) {
            host.devices = {{DeviceKind::Cuda, 0}, {DeviceKind::Cuda, 2}};
        });
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost({0, RunPhase::Training, 0, 0, {}});
        m_lamps->setHost({1, RunPhase::Training, 0, 0, {}});
        QVERIFY(!lamp(m_one).load.isKnown());
        QSignalSpy notes(m_scene.get(), &TopologyScene::notesChanged);
        m_lamps->takeSample(0, {.busy = 0.87, .memoryBytes = 1'503'238'554});
        m_lamps->takeSample(1, gpuSample(0.5, 6.2, 64));
        m_lamps->takeSample(2, gpuSample(1, 5, 71));
        QTRY_VERIFY(lamp(m_two).load.isKnown());
        QCOMPARE(loadLine(lamp(m_one).load), QStringLiteral("CPU 87 % · 1.4 GiB"));
        QCOMPARE(memoryText(52.0 * (1 << 20)), QStringLiteral("52 MiB"));
        QCOMPARE(loadLine(lamp(m_two).load), QStringLiteral("GPU 75 % · 6.2 of 10.0 GiB · 71 °C"));
        const QString tip = m_scene->hostItem(m_two)->toolTip();
        for (const char* told : {"GPU 0: 50 % · 6.2 of 10.0 GiB · 64 °C · 213 W", "GPU 2: 100 %", "heat"})
            QVERIFY2(tip.contains(QString::fromUtf8(told)), qPrintable(tip));
        QCOMPARE(notes.count(), 0); // nobody is told every second
        m_lamps->setHost({1, RunPhase::Finished, 0, 0, {}});
        QVERIFY(!lamp(m_two).load.isKnown());
        QVERIFY(!m_scene->hostItem(m_two)->toolTip().contains(QStringLiteral("GPU 0: ")));
        QVERIFY(lamp(m_one).load.isKnown());
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost({0, RunPhase::Training, 0, 0, {}});
        QVERIFY(!lamp(m_one).load.isKnown()); // it is another run
    }

    void aHostWhoseRanksAreSilentIsStale()
    {
        Experiment run;
        run.topology.hosts = {Host{}, Host{}};
        run.topology.hosts[0].devices = {Device{}, {DeviceKind::Cuda, 1}, {DeviceKind::Cuda, 1}};
        LiveLoads loads(run);
        const LiveLoads::Clock::time_point begin{};
        using std::chrono::seconds;
        QVERIFY(!loads.of(0, begin).isKnown());
        loads.take(0, {.busy = 0.5, .memoryBytes = 100}, begin);
        loads.take(1, gpuSample(0.25, 1, 50), begin + seconds(1));
        loads.take(2, gpuSample(0.75, 2, 60), begin + seconds(2));
        const HostLoad load = loads.of(0, begin + seconds(10));
        QVERIFY(!load.staleSince);
        QCOMPARE(load.gpus.size(), std::size_t(1)); // which two ranks share: what was told last
        QCOMPARE(loadOf(load, {DeviceKind::Cuda, 1}), std::optional(0.75));
        QVERIFY(!loadOf(load, {DeviceKind::Cuda, 0}));
        QVERIFY(!loads.of(1, begin).isKnown());
        const HostLoad stale = loads.of(0, begin + seconds(11));
        QVERIFY(stale.staleSince);
        QVERIFY(loadDescription(stale).contains(stale.staleSince->toString(QStringLiteral("HH:mm:ss"))));
    }

    void aSceneMadeLaterShowsTheSame()
    {
        m_lamps->showRun(m_document->experiment());
        m_lamps->setHost({1, RunPhase::Reconnecting, 0, 0, {}});
        TopologyScene scene(*m_document);
        scene.setHostStates(m_lamps->states());
        QVERIFY(scene.hostItem(m_two)->card().lamp.phase == RunPhase::Reconnecting);
    }

private:
    static DeviceSampled gpuSample(double busy, double usedGibibytes, double celsius)
    {
        constexpr double kGibibyte = 1 << 30;
        return {.busy = 0.1,
                .gpu = {.busy = busy,
                        .usedBytes = usedGibibytes * kGibibyte,
                        .temperatureCelsius = celsius,
                        .powerWatts = 213,
                        .throttle = throttle::kHeat},
                .gpuMemoryBytes = 10 * kGibibyte};
    }
    HostState lamp(const std::string& host) const { return m_scene->hostItem(host)->card().lamp; }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<TopologyScene> m_scene;
    std::unique_ptr<RunLamps> m_lamps;
    std::string m_one;
    std::string m_two;
};

QTEST_MAIN(RunLampsTest)
#include "run_lamps_test.moc"
