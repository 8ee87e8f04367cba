// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files that are no experiments: each is refused with its reason, and the document that was open stays as it
// was. A corpus of the kinds of damage that happen, and thousands of small ones made by a generator of fixed
// seed.
#include "app/document/experiment_document.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <random>

using namespace lockstep;

namespace {

struct Damage {
    const char* name;
    QByteArray bytes;
    const char* place; ///< what the message must name
};

QByteArray nested(int depth)
{
    return "{\"version\":1,\"x\":" + QByteArray(depth, '[') + QByteArray(depth, ']') + '}';
}

QByteArray manyHosts(int count)
{
    QByteArray hosts;
    for (int i = 0; i < count; ++i)
        hosts += (i ? ",{\"name\":\"h" : "{\"name\":\"h") + QByteArray::number(i) + "\"}";
    return "{\"version\":1,\"topology\":{\"hosts\":[" + hosts + "]}}";
}

std::vector<Damage> corpus()
{
    return {
        {"empty", "", "Line 1"},
        {"spaces", " \n\t\n ", "Line 3"},
        {"cut off", "{\"version\": 1,\n\"name\": \"a", "Line 2"},
        {"not JSON", "version: 1\n", "Line 1"},
        {"a list", "[]", "list"},
        {"a number", "1", "expected an object"},
        {"null", "null", "expected an object"},
        {"no version", "{}", "version"},
        {"a newer version", "{\"version\": 2}", "newer"},
        {"version as text", "{\"version\": \"1\"}", "version"},
        {"version below", "{\"version\": 0}", "version"},
        {"one key twice", "{\"version\": 1, \"version\": 1}", "version"},
        {"trailing comma", "{\"version\": 1,}", "Line 1"},
        {"two documents", "{\"version\": 1}{\"version\": 1}", "Line 1"},
        {"comment", "{\"version\": 1} // mine", "Line 1"},
        {"single quotes", "{'version': 1}", "Line 1"},
        {"invalid UTF-8", "{\"version\": 1, \"name\": \"\xff\xfe\"}", "Line 1"},
        {"overlong UTF-8", "{\"version\": 1, \"name\": \"\xc0\xaf\"}", "Line 1"},
        {"a NUL", QByteArray("{\"version\": 1,\0}", 16), "Line 1"},
        {"NUL in a name", "{\"version\": 1, \"name\": \"a\\u0000b\"}", "name"},
        {"half a surrogate", "{\"version\": 1, \"name\": \"\\ud800\"}", "Line 1"},
        {"too deep", nested(100'000), ""},
        {"infinite number", "{\"version\": 1, \"training\": {\"learning_rate\": 1e999}}", "1e999"},
        {"NaN", "{\"version\": 1, \"training\": {\"learning_rate\": NaN}}", "Line 1"},
        {"negative batch", "{\"version\": 1, \"training\": {\"batch\": -1}}", "training.batch"},
        {"batch as text", "{\"version\": 1, \"training\": {\"batch\": \"50\"}}", "training.batch"},
        {"fraction of a batch", "{\"version\": 1, \"training\": {\"batch\": 1.5}}", "training.batch"},
        {"unknown optimiser", "{\"version\": 1, \"training\": {\"optimizer\": \"sgdd\"}}",
         "training.optimizer"},
        {"hosts as object", "{\"version\": 1, \"topology\": {\"hosts\": {}}}", "topology.hosts"},
        {"a host as text", "{\"version\": 1, \"topology\": {\"hosts\": [\"a\"]}}", "topology.hosts.0"},
        {"port out of range",
         "{\"version\": 1, \"topology\": {\"hosts\": [{\"name\": \"a\", \"port\": 70000}]}}",
         "topology.hosts.0.port"},
        {"unknown device",
         "{\"version\": 1, \"topology\": {\"hosts\": [{\"name\": \"a\", \"devices\": [\"tpu\"]}]}}",
         "topology.hosts.0.devices"},
        {"position off the world",
         "{\"version\": 1, \"topology\": {\"hosts\": [{\"name\": \"a\", \"position\": {\"x\": 1e300, \"y\": "
         "0}}]}}",
         "topology.hosts.0.position"},
        {"no bandwidth", "{\"version\": 1, \"topology\": {\"links\": [{\"bandwidth_mbps\": 0}]}}",
         "topology.links.0.bandwidth_mbps"},
        {"too many hosts", manyHosts(1025), "topology.hosts"},
        {"a checkpoint", QByteArray("\x50\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\":{}}", 27), "Line 1"},
        {"an archive", QByteArray("PK\x03\x04\x14\x00", 6), "Line 1"},
    };
}

/// A damage as disks, editors and people make it.
QByteArray damaged(QByteArray bytes, std::mt19937& random)
{
    if (bytes.isEmpty())
        return bytes; // cut off at its begin by a damage before
    const auto below = [&](qsizetype end) {
        return static_cast<qsizetype>(random() % static_cast<unsigned>(end));
    };
    const QList<QByteArray> words = {
        "null", "-1", "1e308", "[]", "{}", "\"\"", "true", "99999999999999999999", "\\u0000"};
    const qsizetype at = below(bytes.size());
    switch (random() % 6) {
    case 0:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
        return bytes;
    case 1:
        return bytes.left(at);
    case 2:
        return bytes.remove(at, 1 + below(12));
    case 3:
        return bytes.insert(at, bytes.mid(below(bytes.size()), 1 + below(40)));
    case 4: {
        // A value becomes another: what stands after a colon.
        const qsizetype colon = bytes.indexOf(':', at);
        if (colon < 0)
            return bytes;
        const qsizetype end = bytes.indexOf('\n', colon);
        return bytes.replace(colon + 1, qMax<qsizetype>(0, end - colon - 1),
                             words[below(words.size())] + ',');
    }
    default:
        return bytes.insert(at, static_cast<char>(random() & 0xff));
    }
}

} // namespace

class MalformedTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.isValid());
        m_document = std::make_unique<ExperimentDocument>();
        QVERIFY(m_document->open(kTemplate).ok());
        m_before = m_document->experiment();
    }

    void theCorpusIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        for (const Damage& damage : corpus())
            QTest::newRow(damage.name) << damage.bytes << QString::fromLatin1(damage.place);
    }
    void theCorpusIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, place);
        const Result<void> opened = m_document->open(written(bytes));
        QVERIFY(!opened.ok());
        const QString message = QString::fromStdString(opened.error().message());
        QVERIFY2(message.size() > 15 && message.contains(place), qPrintable(message));
        QVERIFY2(message.size() < 600, qPrintable(message)); // not the file itself
        expectUntouched();
    }

    void whatIsNoFileIsRefused()
    {
        QVERIFY(!m_document->open(m_folder.path()).ok());
        QVERIFY(!m_document->open(m_folder.filePath(QStringLiteral("none"))).ok());
        QVERIFY(!m_document->open(QStringLiteral("/dev/zero")).ok());
        const QByteArray large = QByteArray(static_cast<qsizetype>(kMaxExperimentBytes) + 1, ' ');
        QVERIFY(!m_document->open(written(large)).ok());
        expectUntouched();
    }

    /// Refused, or read as something that is written and read again as the same: never half-loaded.
    void thousandsOfDamages()
    {
        std::mt19937 random(20261121);
        int refused = 0;
        constexpr int kRounds = 3000;
        for (int round = 0; round < kRounds; ++round) {
            QByteArray bytes = QByteArray::fromStdString(toJson(m_before));
            for (unsigned i = 0; i <= random() % 3; ++i)
                bytes = damaged(bytes, random);
            ExperimentDocument document;
            document.reset(m_before);
            const Result<void> opened = document.open(written(bytes));
            if (!opened) {
                ++refused;
                QVERIFY2(document.experiment() == m_before && document.path().isEmpty(), bytes);
                QVERIFY2(opened.error().message().size() > 15, bytes);
                continue;
            }
            const std::string text = toJson(document.experiment());
            const Result<Experiment> again = parseExperiment(text);
            QVERIFY2(again.ok() && *again == document.experiment(), bytes);
        }
        QVERIFY2(refused > kRounds / 2 && refused < kRounds, qPrintable(QString::number(refused)));
    }

private:
    const QString kTemplate =
        QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates/ceni-resnet18.lockstep.json");

    void expectUntouched()
    {
        QVERIFY(m_document->experiment() == m_before);
        QVERIFY(!m_document->isModified());
        QCOMPARE(m_document->path(), kTemplate);
        QCOMPARE(m_document->fileState(), ExperimentDocument::FileState::Same);
    }

    QString written(const QByteArray& bytes)
    {
        const QString path = m_folder.filePath(QStringLiteral("damaged.lockstep.json"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return path;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ExperimentDocument> m_document;
    Experiment m_before;
};

QTEST_GUILESS_MAIN(MalformedTest)
#include "malformed_test.moc"
