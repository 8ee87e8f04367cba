// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/metric_export.h"
#include "app/interchange/tensorboard/event_reader.h"
#include "app/interchange/tensorboard/record_file.h"
#include "app/summary/run_loader.h"
#include "tests/app/interchange/exchanged_files.h"
#include "tests/app/summary/recorded_run.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

using namespace lockstep;

namespace {

struct ReadPoint {
    double wallSeconds;
    double value;
};
/// By run, tag and step.
using ReadPoints = std::map<std::tuple<QString, QString, qint64>, ReadPoint>;

/// What TensorBoard's own reader finds in a folder.
ReadPoints readByTensorBoard(const QString& folder)
{
    QProcess reader;
    reader.start(QStringLiteral(LOCKSTEP_PYTHON),
                 {QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/app/interchange/read_events.py"), folder});
    if (!reader.waitForFinished(100'000) || reader.exitCode() != 0)
        qWarning("%s", reader.readAllStandardError().constData());
    ReadPoints points;
    for (const QByteArray& line : reader.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> parts = line.split('\t');
        if (parts.size() == 5)
            points[{QString::fromUtf8(parts[0]), QString::fromUtf8(parts[1]), parts[2].toLongLong()}] = {
                parts[3].toDouble(), parts[4].toDouble()};
    }
    return points;
}

LoadedRun recorded(const QString& runs)
{
    RecordedRun recorded;
    recorded.epochs = 2;
    recorded.stepsPerEpoch = 20;
    return loadRun(*writeRecordedRun(runs, recorded));
}

bool write(const MetricTable& table, MetricFormat format, const QString& path)
{
    Result<MetricExport> out = MetricExport::open(table, format, path);
    if (!out)
        return false;
    for (;;) {
        const Result<bool> all = out->writeSome(7);
        if (!all)
            return false;
        if (*all)
            return bool(out->commit());
    }
}

} // namespace

class InterchangeTest : public QObject {
    Q_OBJECT
private slots:
    /// The check value of TensorFlow's own test (crc32c_test.cc, "Mask"): masking is no identity and depends
    /// on every bit; the check value of CRC-32C is that of RFC 3720.
    void checksumsAreMasked()
    {
        const std::uint32_t crc = 0xe3069283; // of "123456789"
        QCOMPARE(tensorboard::maskedCrc("123456789"), ((crc >> 15) | (crc << 17)) + 0xa282ead8u);
    }

    void tensorBoardReadsWhatIsWritten()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString out = home.filePath(QStringLiteral("events"));
        QVERIFY(write(run.metrics, MetricFormat::Events, out));
        const ReadPoints read = readByTensorBoard(out);
        QCOMPARE(read.size(), pointsOf(run.metrics));
        const Series* loss = run.metrics.find(Metric::Loss, 1);
        QCOMPARE(loss->size(), std::size_t{40});
        const KeyScale wall = run.metrics.scale(XAxis::WallTime, Metric::Loss, 1);
        for (std::size_t i = 0; i < loss->size(); ++i) {
            const auto found =
                read.find({QStringLiteral("rank-1"), QStringLiteral("step/loss"), loss->key(i)});
            QVERIFY(found != read.end());
            QCOMPARE(found->second.value, static_cast<double>(loss->value(i)));
            QVERIFY(std::abs(found->second.wallSeconds - wall.x(loss->key(i))) < 1e-3);
        }
    }

    void eventsGoIntoAFolderOfTheirOwn()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString out = home.filePath(QStringLiteral("events"));
        put(out + QStringLiteral("/mine.txt"), "kept");
        QVERIFY(!MetricExport::open(run.metrics, MetricFormat::Events, out));
        QCOMPARE(contents(out + QStringLiteral("/mine.txt")), QByteArray("kept"));
    }

    void whatIsNotWrittenToItsEndLeavesNothing()
    {
        for (const MetricFormat format : {MetricFormat::Csv, MetricFormat::JsonLines, MetricFormat::Events}) {
            QTemporaryDir home;
            QTemporaryDir runs;
            const LoadedRun run = recorded(runs.path());
            {
                Result<MetricExport> out =
                    MetricExport::open(run.metrics, format, home.filePath(QStringLiteral("out")));
                QVERIFY(bool(out));
                QVERIFY(!*out->writeSome(10));
            }
            QCOMPARE(QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                     QStringList());
        }
    }

    void linesHoldEveryNumber()
    {
        QTemporaryDir home;
        LoadedRun run = recorded(home.path());
        run.metrics.append(0, Metric::named("step.a \"quoted\", name"), 1,
                           std::numeric_limits<double>::quiet_NaN());
        const QString csv = home.filePath(QStringLiteral("run.csv"));
        QVERIFY(write(run.metrics, MetricFormat::Csv, csv));
        const QList<QByteArray> lines = contents(csv).trimmed().split('\n');
        QCOMPARE(static_cast<std::size_t>(lines.size()), pointsOf(run.metrics) + 1);
        QCOMPARE(lines[0], QByteArray("rank,metric,counts,key,time,value"));
        QVERIFY(contents(csv).contains("0,\"step.a \"\"quoted\"\", name\",step,1,"));

        const QString json = home.filePath(QStringLiteral("run.jsonl"));
        QVERIFY(write(run.metrics, MetricFormat::JsonLines, json));
        std::size_t numbers = 0;
        for (const QByteArray& line : contents(json).trimmed().split('\n')) {
            const QJsonObject point = QJsonDocument::fromJson(line).object();
            QVERIFY2(point.contains(QStringLiteral("value")), line.constData());
            const int rank = point.value(QStringLiteral("rank")).toInt(-1);
            const Metric metric =
                Metric::named(point.value(QStringLiteral("metric")).toString().toStdString());
            const Series* series = run.metrics.find(metric, rank);
            QVERIFY(series != nullptr);
            const std::size_t at = series->lowerBound(point.value(QStringLiteral("key")).toDouble());
            const QJsonValue value = point.value(QStringLiteral("value"));
            if (value.isString())
                QVERIFY(std::isnan(series->value(at)));
            else
                QCOMPARE(static_cast<float>(value.toDouble()), series->value(at));
            ++numbers;
        }
        QCOMPARE(numbers, pointsOf(run.metrics));
    }

    /// Files that Keras and PyTorch wrote, read as TensorBoard reads them.
    void eventsOfOthersAreReadAsTensorBoardReadsThem()
    {
        const QString folder = QStringLiteral(LOCKSTEP_SHARED_DATA "/tb-events");
        TransferProgress progress;
        const Result<ForeignCurves> curves = tensorboard::readEvents(folder, progress);
        QVERIFY(bool(curves));
        QCOMPARE(progress.doneBytes.load(), progress.totalBytes.load());
        const ReadPoints read = readByTensorBoard(folder);
        QVERIFY(read.size() > 500);
        for (const auto& [place, point] : read) {
            const auto& [run, tag, step] = place;
            const int rank = static_cast<int>(curves->sources.indexOf(run));
            const Series* series = curves->metrics.find(Metric::named(tag.toStdString()), rank);
            QVERIFY2(series != nullptr, qPrintable(run + u' ' + tag));
            const std::size_t at = series->lowerBound(static_cast<double>(step));
            QCOMPARE(series->key(at), step);
            QCOMPARE(series->value(at), static_cast<float>(point.value));
        }
        QCOMPARE(read.size(), pointsOf(curves->metrics));
    }

    void whatWeWriteWeRead()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString out = home.filePath(QStringLiteral("events"));
        QVERIFY(write(run.metrics, MetricFormat::Events, out));
        TransferProgress progress;
        const Result<ForeignCurves> curves = tensorboard::readEvents(out, progress);
        QVERIFY(bool(curves));
        QCOMPARE(curves->sources, QStringList({QStringLiteral("rank-0"), QStringLiteral("rank-1")}));
        QCOMPARE(pointsOf(curves->metrics), pointsOf(run.metrics));
    }

    /// As a training writes on: half a record, the rest of it, a run beside.
    void growingEventsAreFollowed()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString out = home.filePath(QStringLiteral("events"));
        QVERIFY(write(run.metrics, MetricFormat::Events, out));
        QDir written(out + QStringLiteral("/rank-1"));
        const QString name = written.entryList(QDir::Files).first();
        const QByteArray whole = contents(written.filePath(name));
        const QString there = home.filePath(QStringLiteral("there"));
        const QString file = there + QStringLiteral("/m/") + name;
        tensorboard::EventFolder folder(there);
        TransferProgress progress;
        QVERIFY(!folder.update(progress));
        QVERIFY(folder.nothingFound());
        std::size_t last = 0;
        for (const qsizetype end : {whole.size() / 3, whole.size() / 3 + 1, whole.size() / 2, whole.size()}) {
            put(file, whole.left(end));
            QVERIFY(folder.update(progress));
            QVERIFY(!folder.update(progress));
            QVERIFY(!folder.nothingFound());
            const std::size_t points = pointsOf(folder.curves().metrics);
            QVERIFY(points >= last);
            QCOMPARE(folder.curves().notes.empty(), end == whole.size());
            last = points;
        }
        QCOMPARE(progress.doneBytes.load(), qint64{whole.size()});
        // What comes later stands behind, wherever its name would be sorted.
        put(there + QStringLiteral("/a/") + name, whole);
        QVERIFY(folder.update(progress));
        const ForeignCurves curves = folder.curves();
        QCOMPARE(curves.sources, QStringList({QStringLiteral("m"), QStringLiteral("a")}));
        QCOMPARE(pointsOf(curves.metrics), 2 * last);
        QCOMPARE(pointsOf(tensorboard::readEvents(there, progress)->metrics), 2 * last);
    }

    void aFollowerTellsOfWhatComes()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString there = home.filePath(QStringLiteral("there"));
        QDir().mkpath(there);
        tensorboard::EventFollower follower(there);
        QSignalSpy nothing(&follower, &tensorboard::EventFollower::nothingFound);
        QSignalSpy extended(&follower, &tensorboard::EventFollower::extended);
        connect(&follower, &tensorboard::EventFollower::extended, &follower,
                [&follower] { follower.take(); });
        follower.start();
        QTRY_COMPARE_WITH_TIMEOUT(nothing.size(), 1, 30'000);
        QVERIFY(write(run.metrics, MetricFormat::Events, there + QStringLiteral("/first")));
        QTRY_VERIFY_WITH_TIMEOUT(extended.size() >= 1, 30'000);
    }

    /// Cut anywhere and broken anywhere: what comes before counts, or it is refused in a sentence.
    void damagedEventsAreNamed()
    {
        QTemporaryDir home;
        const LoadedRun run = recorded(home.path());
        const QString out = home.filePath(QStringLiteral("events"));
        QVERIFY(write(run.metrics, MetricFormat::Events, out));
        QDir rank(out + QStringLiteral("/rank-0"));
        const QByteArray whole = contents(rank.filePath(rank.entryList(QDir::Files).first()));
        const QString file = home.filePath(QStringLiteral("damaged/events.out.tfevents.1"));
        int refused = 0;
        int noted = 0;
        for (qsizetype i = 0; i < whole.size(); i += 97) {
            QByteArray broken = whole;
            broken[i] = static_cast<char>(broken[i] ^ 0x10);
            for (const QByteArray& bytes : {broken, whole.left(i)}) {
                put(file, bytes);
                TransferProgress progress;
                const Result<ForeignCurves> curves = tensorboard::readEvents(file, progress);
                refused += curves ? 0 : 1;
                noted += curves && !curves->notes.empty() ? 1 : 0;
                QVERIFY(!curves || pointsOf(curves->metrics) < pointsOf(run.metrics));
            }
        }
        QVERIFY(refused > 0);
        QVERIFY(noted > 50);
    }

    /// A length that would take all memory is refused before a byte is set aside for it.
    void aRecordIsNoLongerThanItsFile()
    {
        QTemporaryDir home;
        const QString file = home.filePath(QStringLiteral("events.out.tfevents.1"));
        QByteArray head;
        tensorboard::appendRecord(head, std::string_view());
        for (const quint64 length : {quint64{1} << 62, quint64{60} << 20}) {
            QByteArray bytes(8, '\0');
            for (int i = 0; i < 8; ++i)
                bytes[i] = static_cast<char>(length >> (8 * i));
            const std::uint32_t crc = tensorboard::maskedCrc({bytes.constData(), 8});
            for (int i = 0; i < 4; ++i)
                bytes.append(static_cast<char>(crc >> (8 * i)));
            put(file, bytes + "0123456789abcdef");
            TransferProgress progress;
            QVERIFY(!tensorboard::readEvents(file, progress));
        }
    }

    void aFolderWithoutEventsIsRefused()
    {
        QTemporaryDir home;
        TransferProgress progress;
        const Result<ForeignCurves> curves = tensorboard::readEvents(home.path(), progress);
        QVERIFY(!curves);
        QVERIFY(curves.error().message().find("tfevents") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(InterchangeTest)
#include "interchange_test.moc"
