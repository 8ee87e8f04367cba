// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/attach_messages.h"
#include "remote/mirrors/run_watcher.h"
#include "tests/remote/scripted_channel.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace lockstep {

using Reading = AttachClient::Reading;

/// A host in memory that serves files, and a watcher that mirrors them.
class RunWatcherTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void mirrorsAndReadsRecords();
    void goesOnFromTheMirror();
    void replaysWhatIsThere();
    void wrongOffsetsAreAskedForAgain();
    void filesOfOthersAreRefused_data();
    void filesOfOthersAreRefused();
    void completeOnlyWithEveryByte();
    void aRefusedFileIsMissingAndSaid();
    void statesOfAnotherAttemptAreNoNews();
    void anAttemptThatIsFollowedIsReadToItsEndFirst();
    void damageIsCounted();
    void anUnwritableMirrorEndsTheLink();
    void unknownRunsFail();
    void whatIsUnderWayEndsWithTheWatcher();
    void textMirrorsAreNotReadAgain();
    void mirrorsAreForTheirOwnerAlone();

private:
    void link();
    void serve(std::size_t dataBytes = 1000);
    void sayState(RunPhase phase, std::vector<std::string> files, int attempt = 1);
    QByteArray mirror(const QString& file) const;
    template <typename Event>
    std::vector<Event> events() const;

    std::unique_ptr<QTemporaryDir> m_runs;
    RunFolder m_folder;
    std::unique_ptr<RunWatcher> m_watcher;
    std::unique_ptr<FarEnd> m_far;
    std::unique_ptr<AttachClient> m_client;
    std::vector<HostEvent> m_events;
    std::map<std::string, std::string> m_files; ///< on the host
    std::vector<Frame> m_requests;
    std::uint32_t m_watch = 0;
    bool m_final = false;
};

namespace {

std::string journal(int records, int from = 0)
{
    std::string text;
    for (int i = from; i < from + records; ++i)
        appendRecord(text, {static_cast<std::uint64_t>(i), i, i, StepFinished{.step = i, .loss = 0.5}});
    return text;
}

} // namespace

void RunWatcherTest::init()
{
    m_client.reset();
    m_watcher.reset();
    m_runs = std::make_unique<QTemporaryDir>();
    Experiment experiment;
    experiment.name = "watch";
    m_folder = RunFolder::create(m_runs->path(), experiment).value();
    m_events.clear();
    m_files = {{"attempt-1/rank-2.jsonl", journal(100)}, {"attempt-1/rank-2.log", "epoch: 0\n"}};
    m_final = false;
    m_watcher = std::make_unique<RunWatcher>(
        m_folder, 1, std::set<int>{2, 3}, [this](HostEvent event) { m_events.push_back(std::move(event)); });
    link();
}

void RunWatcherTest::link()
{
    m_client.reset();
    m_far = std::make_unique<FarEnd>();
    m_far->toClient = kAttachGreeting;
    m_client = std::make_unique<AttachClient>(std::make_unique<ScriptedChannel>(*m_far), "gpu-1");
    m_watcher->begin(*m_client);
    m_requests.clear();
    QVERIFY(m_client->process(Reading::On).ok());
    const auto heard = m_far->heard();
    QCOMPARE(heard.size(), 1u);
    QVERIFY(heard[0].type == FrameType::Watch);
    m_watch = heard[0].request;
}

void RunWatcherTest::sayState(RunPhase phase, std::vector<std::string> files, int attempt)
{
    m_final = phase == RunPhase::Finished || phase == RunPhase::Failed;
    RunState state;
    state.run = m_folder.info().id.toStdString();
    state.attempt = attempt;
    state.host = 1;
    state.phase = phase;
    state.files = std::move(files);
    m_far->say({FrameType::State, m_watch, toJson(state)});
    QVERIFY(m_client->process(Reading::On).ok());
}

/// Answers Follow requests until the client is quiet.
void RunWatcherTest::serve(std::size_t dataBytes)
{
    for (;;) {
        QVERIFY(m_client->process(Reading::On).ok());
        const auto heard = m_far->heard();
        if (heard.empty())
            break;
        for (const Frame& frame : heard) {
            m_requests.push_back(frame);
            if (frame.type != FrameType::Follow)
                continue;
            const auto request = parseMessage<FollowRequest>(frame.payload);
            QVERIFY(request.ok());
            const std::string& text = m_files[request->file];
            for (std::size_t at = request->offset; at < text.size(); at += dataBytes)
                m_far->say({FrameType::Data, frame.request,
                            encodeData(at, std::string_view(text).substr(at, dataBytes))});
            if (m_final)
                m_far->say({FrameType::Ended, frame.request, toJson(EndedMessage{text.size()})});
        }
    }
    QTest::qWait(60);
    QVERIFY(m_watcher->tick().ok());
}

QByteArray RunWatcherTest::mirror(const QString& file) const
{
    QFile copy(m_folder.path() + "/" + file);
    return copy.open(QIODevice::ReadOnly) ? copy.readAll() : QByteArray("(missing)");
}

template <typename Event>
std::vector<Event> RunWatcherTest::events() const
{
    std::vector<Event> found;
    for (const HostEvent& event : m_events)
        if (const auto* one = std::get_if<Event>(&event))
            found.push_back(*one);
    return found;
}

void RunWatcherTest::mirrorsAndReadsRecords()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl", "attempt-1/rank-2.log"});
    serve(37);
    QCOMPARE(mirror("attempt-1/rank-2.jsonl").toStdString(), m_files["attempt-1/rank-2.jsonl"]);
    QCOMPARE(mirror("attempt-1/rank-2.log"), QByteArray("epoch: 0\n"));
    qsizetype count = 0;
    std::int64_t next = 0;
    for (const HostRecords& batch : events<HostRecords>()) {
        QCOMPARE(batch.rank, 2);
        for (const Record& record : batch.records)
            QCOMPARE(std::get<StepFinished>(record.event).step, next++);
        count += batch.records.size();
    }
    QCOMPARE(count, 100);
    QCOMPARE(events<HostLogGrown>().back().size, 9u);
    QVERIFY(events<HostDamage>().empty());
}

void RunWatcherTest::goesOnFromTheMirror()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    const std::string whole = journal(300);
    // The link breaks in the middle of a line.
    m_files["attempt-1/rank-2.jsonl"] = whole.substr(0, whole.size() / 2 + 3);
    serve();
    link();
    m_files["attempt-1/rank-2.jsonl"] = whole;
    sayState(RunPhase::Finished, {"attempt-1/rank-2.jsonl"});
    serve();
    QVERIFY(m_watcher->complete());
    QCOMPARE(mirror("attempt-1/rank-2.jsonl").toStdString(), whole);
    qsizetype count = 0;
    for (const HostRecords& batch : events<HostRecords>())
        count += batch.records.size();
    QCOMPARE(count, 300);
    QVERIFY(events<HostDamage>().empty());
}

void RunWatcherTest::replaysWhatIsThere()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl", "attempt-1/rank-2.log"});
    serve();
    m_client.reset();
    m_events.clear();
    // A new program: the mirrors first, then only what is new.
    m_watcher = std::make_unique<RunWatcher>(
        m_folder, 1, std::set<int>{2, 3}, [this](HostEvent event) { m_events.push_back(std::move(event)); });
    QVERIFY(m_watcher->replay().ok());
    QCOMPARE(events<HostRecords>().front().records.size(), 100);
    QCOMPARE(events<HostLogGrown>().front().size, 9u);
    link();
    m_files["attempt-1/rank-2.jsonl"] += journal(5, 100);
    sayState(RunPhase::Finished, {"attempt-1/rank-2.jsonl", "attempt-1/rank-2.log"});
    serve();
    QCOMPARE(events<HostRecords>().back().records.size(), 5);
    QVERIFY(m_watcher->complete());
}

void RunWatcherTest::wrongOffsetsAreAskedForAgain()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    const auto heard = m_far->heard();
    QCOMPARE(heard.size(), 1u);
    m_far->say({FrameType::Data, heard[0].request, encodeData(5, "not from the beginning")});
    QVERIFY(m_client->process(Reading::On).ok());
    QCOMPARE(mirror("attempt-1/rank-2.jsonl"), QByteArray());
    serve();
    QCOMPARE(m_requests[0].type == FrameType::Cancel, true);
    QCOMPARE(mirror("attempt-1/rank-2.jsonl").toStdString(), m_files["attempt-1/rank-2.jsonl"]);
}

void RunWatcherTest::filesOfOthersAreRefused_data()
{
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"attempt-1/rank-0.jsonl", "attempt-1/host-0.jsonl", "../attempt-1/rank-2.jsonl", "/etc/passwd",
          "run.json", "attempt-2/rank-2.jsonl", "attempt-1/rank-02.jsonl", "attempt-1/rank-2.jsonl.part",
          "attempt-1/rank-.log", "attempt-1/rank-99999999999999999999.log", "attempt-/rank-2.log",
          "checkpoints/step-00000001/manifest.json"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void RunWatcherTest::filesOfOthersAreRefused()
{
    QFETCH(QString, file);
    // The message parser may refuse the whole state for such a name; neither way is a file made.
    RunState state;
    state.run = m_folder.info().id.toStdString();
    state.host = 1;
    state.files = {file.toStdString()};
    m_far->say({FrameType::State, m_watch, toJson(state)});
    QVERIFY(m_client->process(Reading::On).ok());
    QVERIFY(m_far->heard().empty());
    QVERIFY(!QFile::exists(m_folder.path() + "/attempt-1") && !QFile::exists(m_folder.path() + "/attempt-2"));
}

void RunWatcherTest::completeOnlyWithEveryByte()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    QVERIFY(!m_watcher->complete());
    m_final = true;
    sayState(RunPhase::Finished, {"attempt-1/rank-2.jsonl", "attempt-1/host-1.jsonl"});
    m_files["attempt-1/host-1.jsonl"] = journal(3);
    QVERIFY(!m_watcher->complete());
    serve();
    QVERIFY(m_watcher->complete());
    QCOMPARE(mirror("attempt-1/host-1.jsonl").toStdString(), journal(3));
    for (const HostRecords& batch : events<HostRecords>())
        QCOMPARE(batch.rank, 2);
}

void RunWatcherTest::aRefusedFileIsMissingAndSaid()
{
    sayState(RunPhase::Failed, {"attempt-1/rank-2.jsonl"});
    const auto heard = m_far->heard();
    m_far->say({FrameType::Failed, heard[0].request, toJson(Error{"No such file.", {}, ""})});
    QVERIFY(m_client->process(Reading::On).ok());
    QVERIFY(!m_watcher->complete());
    QVERIFY(m_watcher->over()); // it does not hold the end
    QVERIFY(m_watcher->missing());
    const std::string said = m_watcher->missing()->english();
    QVERIFY2(said.find("attempt-1/rank-2.jsonl") != std::string::npos &&
                 said.find("No such file.") != std::string::npos,
             said.c_str());
    // Asked again with the next state, and then it is there.
    m_final = true;
    sayState(RunPhase::Failed, {"attempt-1/rank-2.jsonl"});
    QVERIFY(!m_watcher->over());
    serve();
    QVERIFY(m_watcher->complete() && !m_watcher->missing());
}

void RunWatcherTest::statesOfAnotherAttemptAreNoNews()
{
    QVERIFY(m_folder.setInfo(nextAttempt(m_folder.info(), {})).ok());
    m_watcher = std::make_unique<RunWatcher>(
        m_folder, 1, std::set<int>{2, 3}, [this](HostEvent event) { m_events.push_back(std::move(event)); });
    link();
    sayState(RunPhase::Finished, {"attempt-1/rank-2.jsonl"}, 1);
    QVERIFY(!m_watcher->state() && events<HostRunState>().empty());
}

void RunWatcherTest::anAttemptThatIsFollowedIsReadToItsEndFirst()
{
    const std::vector<std::string> files = {"attempt-1/rank-2.jsonl", "attempt-2/rank-2.log"};
    sayState(RunPhase::Submitted, files, 2);
    serve();
    QVERIFY(events<HostFurtherAttempt>().empty()); // the host has not said that the file ends there
    link();
    m_files["attempt-1/rank-2.jsonl"] += journal(5, 100);
    sayState(RunPhase::Training, files, 2);
    m_final = true;
    serve();
    QVERIFY(std::holds_alternative<HostFurtherAttempt>(m_events.back())); // after all that was in it
    QCOMPARE(events<HostRecords>().back().records.size(), 5);
    QCOMPARE(mirror("attempt-2/rank-2.log"), QByteArray("(missing)"));
}

void RunWatcherTest::damageIsCounted()
{
    std::string text = journal(50);
    text[text.size() / 2] = '#';
    m_files["attempt-1/rank-2.jsonl"] = text;
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    serve();
    QCOMPARE(mirror("attempt-1/rank-2.jsonl").toStdString(), text);
    QVERIFY(!events<HostDamage>().empty());
    QCOMPARE(events<HostRecords>().front().records.size(), 49);
}

void RunWatcherTest::anUnwritableMirrorEndsTheLink()
{
    QFile blocker(m_folder.path() + "/attempt-1");
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    const auto answer = m_watcher->tick();
    QVERIFY(!answer);
    QVERIFY(answer.error().message().find("rank-2.jsonl") != std::string::npos);
}

void RunWatcherTest::unknownRunsFail()
{
    m_far->say({FrameType::Failed, m_watch, toJson(Error{"There is no such run.", {}, ""})});
    QVERIFY(m_client->process(Reading::On).ok());
    QCOMPARE(events<HostFailed>().size(), 1u);
}

/// Its length is all that is wanted of a text log when a run is opened.
void RunWatcherTest::whatIsUnderWayEndsWithTheWatcher()
{
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl"});
    const std::vector<Frame> follows = m_far->heard();
    QCOMPARE(follows.size(), 1u);
    QVERIFY(follows[0].type == FrameType::Follow);

    // Another run is watched over the same link.
    m_watcher = std::make_unique<RunWatcher>(m_folder, 1, std::set<int>{2, 3}, [](HostEvent) {});
    m_far->say({FrameType::Data, follows[0].request, encodeData(0, m_files["attempt-1/rank-2.jsonl"])});
    QVERIFY(m_client->process(Reading::On).ok());
    std::set<std::uint32_t> cancelled;
    for (const Frame& frame : m_far->heard())
        if (frame.type == FrameType::Cancel)
            cancelled.insert(frame.request);
    QCOMPARE(cancelled, (std::set<std::uint32_t>{m_watch, follows[0].request}));
    QCOMPARE(mirror("attempt-1/rank-2.jsonl").size(), 0);
}

void RunWatcherTest::textMirrorsAreNotReadAgain()
{
    const auto bytesRead = [] {
        QFile counts("/proc/self/io"); // rchar: what read(2) and its like returned to this process
        return counts.open(QIODevice::ReadOnly)
                   ? counts.readAll().split('\n').first().split(' ').last().toLongLong()
                   : -1;
    };
    constexpr qint64 kSize = 64 << 20;
    QVERIFY(QDir().mkpath(m_folder.path() + "/attempt-1"));
    QFile log(m_folder.logPath(2));
    QVERIFY(log.open(QIODevice::WriteOnly) && log.resize(kSize));
    const qint64 before = bytesRead();
    QVERIFY(before > 0);
    QVERIFY(m_watcher->replay().ok());
    QVERIFY2(bytesRead() - before < (1 << 20), "the log was read");
    QCOMPARE(events<HostLogGrown>().back().size, std::uint64_t(kSize));
}

void RunWatcherTest::mirrorsAreForTheirOwnerAlone()
{
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                        QFile::WriteOther | QFile::ExeOther;
    sayState(RunPhase::Training, {"attempt-1/rank-2.jsonl", "attempt-1/rank-2.log"});
    serve();
    for (const char* name : {"", "/run.json", "/experiment.lockstep.json", "/attempt-1",
                             "/attempt-1/rank-2.jsonl", "/attempt-1/rank-2.log"}) {
        const QFileInfo info(m_folder.path() + name);
        QVERIFY2(info.exists() && (info.permissions() & others) == 0, name);
    }
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::RunWatcherTest)
#include "run_watcher_test.moc"
