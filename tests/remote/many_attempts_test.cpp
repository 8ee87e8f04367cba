// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/attach_messages.h"
#include "remote/mirrors/run_watcher.h"
#include "tests/remote/scripted_channel.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace lockstep {

/// A run that began again so often that its hosts hold more files than can be asked for, or be open, at a
/// time.
class ManyAttemptsTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void thePresentAttemptComesFirst();
    void theOthersComeInTurn();

private:
    /// Answers what the watcher asks for until it asks no more.
    void serve();

    static constexpr int kAttempts = 300;

    std::unique_ptr<QTemporaryDir> m_runs;
    RunFolder m_folder;
    std::unique_ptr<RunWatcher> m_watcher;
    FarEnd m_far;
    std::unique_ptr<AttachClient> m_client;
    std::vector<std::string> m_files; ///< on the host
    std::string m_journal;            ///< the one of the present attempt
    std::vector<std::string> m_asked; ///< in order
    std::size_t m_mostAsked = 0;      ///< before any of them was answered
    qsizetype m_mostOpen = 0;         ///< descriptors of this process
};

namespace {

qsizetype openFiles()
{
    return QDir(QStringLiteral("/proc/self/fd")).entryList().size();
}

} // namespace

void ManyAttemptsTest::init()
{
    m_client.reset();
    m_watcher.reset();
    m_runs = std::make_unique<QTemporaryDir>();
    m_folder = RunFolder::create(m_runs->path(), {}).value();
    m_journal.clear();
    for (int step = 0; step < 100; ++step)
        appendRecord(m_journal,
                     {static_cast<std::uint64_t>(step), step, step, StepFinished{.step = step, .loss = 0.5}});
    RunInfo info = m_folder.info();
    m_files = {rankJournal(kAttempts, 2)};
    for (int attempt = 1; attempt < kAttempts; ++attempt) {
        m_files.insert(m_files.end(),
                       {rankJournal(attempt, 2), rankLog(attempt, 2), hostJournal(attempt, 1)});
        info = nextAttempt(info, {});
    }
    std::ranges::sort(m_files); // as hosts tell them: "attempt-300" comes long before "attempt-99"
    QVERIFY(m_folder.setInfo(info).ok());
    m_watcher = std::make_unique<RunWatcher>(m_folder, 1, std::set<int>{2}, [](const HostEvent&) {});
    m_far = {};
    m_far.toClient = kAttachGreeting;
    m_client = std::make_unique<AttachClient>(std::make_unique<ScriptedChannel>(m_far), "gpu-1");
    m_watcher->begin(*m_client);
    QVERIFY(m_client->process(AttachClient::Reading::On).ok());
    RunState state;
    state.run = info.id.toStdString();
    state.attempt = kAttempts;
    state.host = 1;
    state.phase = RunPhase::Training;
    state.files = m_files;
    m_far.say({FrameType::State, m_far.heard().at(0).request, toJson(state)});
    QVERIFY(m_client->process(AttachClient::Reading::On).ok());
    serve();
}

void ManyAttemptsTest::serve()
{
    m_asked.clear();
    m_mostAsked = 0;
    m_mostOpen = 0;
    for (auto heard = m_far.heard(); !heard.empty(); heard = m_far.heard()) {
        m_mostAsked = std::max(m_mostAsked, heard.size());
        m_mostOpen = std::max(m_mostOpen, openFiles());
        for (const Frame& frame : heard) {
            QVERIFY(frame.type == FrameType::Follow);
            m_asked.push_back(parseMessage<FollowRequest>(frame.payload)->file);
            if (attemptOf(m_asked.back()) == kAttempts)
                m_far.say({FrameType::Data, frame.request, encodeData(0, m_journal)});
            else
                m_far.say({FrameType::Ended, frame.request, toJson(EndedMessage{0})});
        }
        QVERIFY(m_client->process(AttachClient::Reading::On).ok());
        QVERIFY(m_watcher->tick().ok());
        QVERIFY(m_client->process(AttachClient::Reading::On).ok());
    }
}

/// A host that just trains tells no further state with which a file that it refused would be asked for again.
void ManyAttemptsTest::thePresentAttemptComesFirst()
{
    QCOMPARE(m_asked.front(), rankJournal(kAttempts, 2));
    QFile mirror(m_folder.journalPath(2));
    QVERIFY(mirror.open(QIODevice::ReadOnly));
    QCOMPARE(mirror.readAll().toStdString(), m_journal);
    QCOMPARE(attemptOf(m_asked[1]), kAttempts - 1);
}

/// A host refuses more than 512 at a time (kMaxStreams of its attach), and a program may have some thousand
/// files open for all hosts together.
void ManyAttemptsTest::theOthersComeInTurn()
{
    std::ranges::sort(m_asked);
    QCOMPARE(m_asked, m_files);
    QVERIFY2(m_mostAsked < 100, qPrintable(QString::number(m_mostAsked)));
    QVERIFY2(m_mostOpen < openFiles() + 100, qPrintable(QString::number(m_mostOpen)));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::ManyAttemptsTest)
#include "many_attempts_test.moc"
