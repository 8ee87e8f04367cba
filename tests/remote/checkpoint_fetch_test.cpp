// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/protocol/attach_messages.h"
#include "remote/mirrors/checkpoint_errand.h"
#include "remote/mirrors/checkpoint_fetch.h"
#include "tests/remote/checkpoint_helpers.h"
#include "tests/remote/scripted_channel.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

namespace lockstep {

namespace {

const QString kCheckpoint = QStringLiteral("checkpoints/step-00000600");

} // namespace

/// A window that fetches, and its host in memory.
struct Fetching {
    explicit Fetching(const RunFolder& folder)
        : fetch(folder, 1, kCheckpoint, [this](HostEvent event) {
              if (const auto* one = std::get_if<HostCheckpoint>(&event))
                  events.push_back(*one);
          })
    {
        link();
    }

    void link()
    {
        client.reset();
        far = std::make_unique<FarEnd>();
        far->toClient = kAttachGreeting;
        client = std::make_unique<AttachClient>(std::make_unique<ScriptedChannel>(*far), "gpu-1");
        fetch.begin(*client);
    }
    void process()
    {
        QVERIFY(client->process(AttachClient::Reading::On).ok());
        fetch.turn();
    }
    /// Answers one request with at most `most` bytes; false when there was none.
    bool serve(const std::map<std::string, std::string>& files, std::size_t most = 8u << 20)
    {
        process();
        const auto heard = far->heard();
        for (const Frame& frame : heard) {
            if (frame.type != FrameType::Fetch)
                continue;
            const auto request = parseMessage<FollowRequest>(frame.payload);
            const auto file = files.find(request->file.substr(kCheckpoint.size() + 1));
            if (file == files.end()) {
                far->say({FrameType::Failed, frame.request, toJson(Error{"No such file.", {}, ""})});
                continue;
            }
            const std::string_view rest =
                std::string_view(file->second).substr(request->offset).substr(0, most);
            constexpr std::size_t kPiece = 200'000;
            for (std::size_t at = 0; at < rest.size(); at += kPiece)
                far->say({FrameType::Data, frame.request,
                          encodeData(request->offset + at, rest.substr(at, kPiece))});
            if (request->offset + rest.size() == file->second.size())
                far->say({FrameType::Ended, frame.request, toJson(EndedMessage{file->second.size()})});
        }
        process();
        return !heard.empty();
    }
    void serveAll(const std::map<std::string, std::string>& files)
    {
        while (!fetch.over() && serve(files)) {
        }
    }

    std::vector<HostCheckpoint> events;
    std::unique_ptr<FarEnd> far;
    std::unique_ptr<AttachClient> client;
    CheckpointFetch fetch;
};

class CheckpointFetchTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void everyFileIsComparedAndTheManifestIsLast();
    void aFileWithAnotherHashIsRefused_data();
    void aFileWithAnotherHashIsRefused();
    void hostileManifestsAreRefused_data();
    void hostileManifestsAreRefused();
    void goesOnOverLinks();
    void twoWindowsFetchOneCheckpoint();
    void whatAnEarlierProgramLeftIsCleared();
    void aFileThatIsGoneIsSaid();
    void oneThatIsTakenBackLeavesNothing();
    void aCheckGoesOnOverLinks();

private:
    QString path(const QString& file) const { return m_folder.path() + '/' + kCheckpoint + '/' + file; }
    QByteArray content(const QString& file) const;
    QStringList here() const
    {
        return QDir(m_folder.path() + '/' + kCheckpoint).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_runs;
    RunFolder m_folder;
    std::map<std::string, std::string> m_files; ///< on the host
};

void CheckpointFetchTest::init()
{
    m_runs = std::make_unique<QTemporaryDir>();
    m_folder = RunFolder::create(m_runs->path(), Experiment{}).value();
    m_files = {{"model.safetensors", std::string(300'000, 'm')},
               {"optimizer.safetensors", std::string(5'000, 'o')}};
    m_files["manifest.json"] = manifestOf(m_files);
}

QByteArray CheckpointFetchTest::content(const QString& file) const
{
    QFile copy(path(file));
    return copy.open(QIODevice::ReadOnly) ? copy.readAll() : QByteArray("(missing)");
}

void CheckpointFetchTest::everyFileIsComparedAndTheManifestIsLast()
{
    Fetching window(m_folder);
    while (!window.fetch.over() && window.serve(m_files))
        QVERIFY(window.fetch.over() || !QFile::exists(path("manifest.json")));
    QVERIFY(window.fetch.over());
    QVERIFY(window.events.back().ended && !window.events.back().outcome.error);
    QCOMPARE(window.events.back().outcome.checkpoint, kCheckpoint);
    QCOMPARE(window.events.back().done, window.events.back().total);
    for (const auto& [name, text] : m_files)
        QCOMPARE(content(QString::fromStdString(name)).toStdString(), text);
    QCOMPARE(here(), (QStringList{"manifest.json", "model.safetensors", "optimizer.safetensors"}));
    for (const QString& name : here())
        QCOMPARE(QFileInfo(path(name)).permissions() & (QFile::ReadGroup | QFile::ReadOther), 0);
}

void CheckpointFetchTest::aFileWithAnotherHashIsRefused_data()
{
    QTest::addColumn<QByteArray>("what");
    for (const char* what : {"flipped", "shorter", "longer"})
        QTest::newRow(what) << QByteArray(what);
}

void CheckpointFetchTest::aFileWithAnotherHashIsRefused()
{
    QFETCH(QByteArray, what);
    std::string& model = m_files["model.safetensors"];
    if (what == "flipped")
        model[150'000] ^= 1;
    else
        model.resize(what == "shorter" ? 299'999 : 300'001, 'm');
    Fetching window(m_folder);
    window.serveAll(m_files);
    QVERIFY(window.fetch.over());
    QVERIFY(window.events.back().ended && window.events.back().outcome.error);
    const std::string said = window.events.back().outcome.error->message();
    QVERIFY2(said.find("model.safetensors") != std::string::npos, said.c_str());
    QVERIFY2(what != "flipped" || said.find("SHA-256") != std::string::npos, said.c_str());
    QCOMPARE(here(), QStringList{});
}

void CheckpointFetchTest::hostileManifestsAreRefused_data()
{
    QTest::addColumn<QByteArray>("manifest");
    const auto row = [](const char* title, const std::map<std::string, std::string>& files) {
        QTest::newRow(title) << QByteArray::fromStdString(manifestOf(files));
    };
    row("nothing", {});
    row("a path upwards", {{"../../run.json", "x"}});
    row("a path", {{"a/b", "x"}});
    row("a hidden name", {{".part", "x"}});
    row("absolute", {{"/etc/passwd", "x"}});
    QTest::newRow("no checksum") << QByteArray("{\"version\":1,\"files\":[]}\n");
    QTest::newRow("no newline") << QByteArray::fromStdString(manifestOf({{"a", "x"}})).trimmed();
    QTest::newRow("garbage") << QByteArray("\xff\xfe\n");
    QTest::newRow("huge") << QByteArray(2 << 20, ' ');
}

void CheckpointFetchTest::hostileManifestsAreRefused()
{
    QFETCH(QByteArray, manifest);
    m_files["manifest.json"] = manifest.toStdString();
    Fetching window(m_folder);
    window.serveAll(m_files);
    QVERIFY(window.fetch.over());
    QVERIFY(window.events.back().outcome.error.has_value());
    QCOMPARE(here(), QStringList{});
    QVERIFY(RunFolder::open(m_folder.path()).ok());
}

void CheckpointFetchTest::goesOnOverLinks()
{
    Fetching window(m_folder);
    QVERIFY(window.serve(m_files));
    QVERIFY(window.serve(m_files, 77'777));
    window.fetch.linkLost();
    window.link();
    window.process();
    const auto heard = window.far->heard();
    QCOMPARE(heard.size(), 1u);
    const auto request = parseMessage<FollowRequest>(heard[0].payload);
    QCOMPARE(request->offset, 77'777u);
    window.fetch.linkLost();
    window.link();
    window.serveAll(m_files);
    QVERIFY(window.fetch.over() && !window.events.back().outcome.error);
    QCOMPARE(content("model.safetensors").toStdString(), m_files["model.safetensors"]);
}

/// Turn by turn, and the second one changes its mind in the middle.
void CheckpointFetchTest::twoWindowsFetchOneCheckpoint()
{
    Fetching mine(m_folder);
    auto theirs = std::make_unique<Fetching>(m_folder);
    Fetching third(m_folder);
    QVERIFY(mine.serve(m_files) && theirs->serve(m_files) && third.serve(m_files));
    QVERIFY(theirs->serve(m_files, 1'000));
    QVERIFY(third.serve(m_files, 10));
    mine.serveAll(m_files);
    QVERIFY(mine.fetch.over() && !mine.events.back().outcome.error);
    QCOMPARE(content("model.safetensors").toStdString(), m_files["model.safetensors"]);
    theirs.reset();
    third.fetch.linkLost();
    third.link();
    third.serveAll(m_files);
    QVERIFY(third.fetch.over() && !third.events.back().outcome.error);
    for (const auto& [name, text] : m_files)
        QCOMPARE(content(QString::fromStdString(name)).toStdString(), text);
    QCOMPARE(here(), (QStringList{"manifest.json", "model.safetensors", "optimizer.safetensors"}));
}

void CheckpointFetchTest::whatAnEarlierProgramLeftIsCleared()
{
    QVERIFY(QDir().mkpath(QFileInfo(path("x")).path()));
    QFile left(path("model.safetensors.Ab12Cd.part"));
    QVERIFY(left.open(QIODevice::WriteOnly) && left.write("half") == 4);
    left.close();
    Fetching window(m_folder);
    window.serveAll(m_files);
    QCOMPARE(here(), (QStringList{"manifest.json", "model.safetensors", "optimizer.safetensors"}));
}

void CheckpointFetchTest::aFileThatIsGoneIsSaid()
{
    m_files.erase("optimizer.safetensors");
    Fetching window(m_folder);
    window.serveAll(m_files);
    QVERIFY(window.fetch.over());
    QCOMPARE(window.events.back().outcome.error->message(), std::string("No such file."));
    QVERIFY(!QFile::exists(path("manifest.json")));
}

void CheckpointFetchTest::oneThatIsTakenBackLeavesNothing()
{
    Fetching window(m_folder);
    QVERIFY(window.serve(m_files) && window.serve(m_files, 1'000));
    window.process();
    window.far->heard();
    const std::size_t told = window.events.size();
    window.fetch.leave();
    QVERIFY(window.fetch.over());
    window.process();
    const auto heard = window.far->heard();
    QVERIFY(std::ranges::any_of(heard, [](const Frame& frame) { return frame.type == FrameType::Cancel; }));
    QCOMPARE(window.events.size(), told);
    QCOMPARE(here(), QStringList{});
}

void CheckpointFetchTest::aCheckGoesOnOverLinks()
{
    std::vector<HostCheckpoint> events;
    CheckpointErrand check(
        CheckpointDeed::Check, {"digits", 0, kCheckpoint.toStdString()},
        [&events](const HostEvent& event) { events.push_back(std::get<HostCheckpoint>(event)); });
    for (const bool isLost : {true, false}) {
        FarEnd far;
        far.toClient = kAttachGreeting;
        AttachClient client(std::make_unique<ScriptedChannel>(far), "gpu-1");
        check.begin(client);
        QVERIFY(client.process(AttachClient::Reading::On).ok());
        const auto heard = far.heard();
        QCOMPARE(heard.size(), 1u);
        QVERIFY(heard[0].type == FrameType::Check);
        QCOMPARE(parseMessage<CheckpointReference>(heard[0].payload)->checkpoint, kCheckpoint.toStdString());
        far.say({FrameType::Progressed, heard[0].request, toJson(ProgressMessage{1, 3})});
        if (!isLost)
            far.say({FrameType::Checked, heard[0].request, toJson(CheckedMessage{{"%1", {"x"}}, "/a", 3})});
        QVERIFY(client.process(AttachClient::Reading::On).ok());
        check.linkLost();
        QCOMPARE(check.over(), !isLost);
    }
    QCOMPARE(events.size(), 3u);
    QVERIFY(!events[1].ended && events[1].done == 1 && events[1].total == 3);
    QVERIFY(events[2].ended && !events[2].outcome.error);
    QCOMPARE(events[2].outcome.checked.damage.english(), std::string("x"));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::CheckpointFetchTest)
#include "checkpoint_fetch_test.moc"
