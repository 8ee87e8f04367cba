// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"
#include "app/plots/metric_text.h"
#include "app/plots/plot_sheet.h"
#include "app/plots/series_csv.h"
#include "app/theme/theme.h"
#include "tests/app/plots/plotted_run.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>

using namespace lockstep;

namespace {

/// What another program reads in a file.
QJsonArray readExport(const QString& file)
{
    QProcess reader;
    reader.start(QStringLiteral("python3"),
                 {QStringLiteral(LOCKSTEP_SOURCE_DIR "/tests/app/plots/read_export.py"), file});
    if (!reader.waitForFinished(60'000) || reader.exitCode() != 0)
        qWarning("%s", reader.readAllStandardError().constData());
    return QJsonDocument::fromJson(reader.readAllStandardOutput()).array();
}

QStringList textsIn(const QString& file)
{
    QStringList texts;
    for (const QJsonValue& text : readExport(file))
        texts << text.toString();
    return texts;
}

QStringList rowOf(const QJsonArray& table, int row)
{
    QStringList cells;
    for (const QJsonValue& cell : table[row].toArray())
        cells << cell.toString();
    return cells;
}

QJsonArray exportedTable(const MetricStore& store, const PlotSpec& spec)
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("values.csv"));
    SeriesCsv csv(store.table(), {spec});
    if (!csv.open(file).ok())
        return {};
    for (bool isDone = false; !isDone;)
        isDone = *csv.writeSome(100);
    return csv.commit().ok() ? readExport(file) : QJsonArray();
}

} // namespace

class PlotSheetTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
        for (int rank = 0; rank < 8; ++rank) {
            addSteps(m_store, rank, 0, 1000, 1.0 + rank);
            addEpochs(m_store, rank, 6);
        }
    }

    void isLightAlsoInADarkWindow()
    {
        MetricPlot plot(m_store, epochPlotSpec());
        PlotSheet sheet(QStringLiteral("Digits"));
        sheet.add(plot);
        const QImage image = sheet.toImage(2);
        QCOMPARE(image.size(), sheet.size() * 2);
        int dark = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                dark += image.pixelColor(x, y).lightness() < 128;
        }
        QVERIFY2(dark > 0 && dark < image.width() * image.height() / 20, qPrintable(QString::number(dark)));
        QCOMPARE(image.pixelColor(0, 0), QColor(Qt::white));
    }

    void otherProgramsReadTitleAxesAndLegend_data()
    {
        QTest::addColumn<QString>("format");
        QTest::newRow("svg") << QStringLiteral("svg");
        QTest::newRow("pdf") << QStringLiteral("pdf");
    }
    void otherProgramsReadTitleAxesAndLegend()
    {
        QFETCH(QString, format);
        const QString file = m_folder.filePath(QStringLiteral("sheet.") + format);
        MetricPlot times(m_store, plotSpec(choiceOf(Metric::DataSeconds)));
        MetricPlot loss(m_store, lossPlotSpec());
        MetricPlot accuracy(m_store, epochPlotSpec());
        PlotSheet sheet(QStringLiteral("Digits on two hosts"));
        sheet.add(times);
        sheet.add(loss);
        const QSize oneRow = sheet.size();
        sheet.beginRow();
        sheet.add(accuracy);
        QVERIFY(sheet.size().width() == oneRow.width() && sheet.size().height() > oneRow.height() * 3 / 2);
        QVERIFY(sheet.save(file).ok());
        const QStringList texts = textsIn(file);
        const bool areLines = format == QLatin1String("svg");
        for (const char* line :
             {"Digits on two hosts", "Data wait", "Validation accuracy, Training loss of an epoch", "Step",
              "Epoch", "Data wait (ms)", "Training loss", "Validation accuracy (%)"}) {
            const QString text = QLatin1String(line);
            for (const QString& wanted : areLines ? QStringList{text} : text.split(u' '))
                QVERIFY2(texts.contains(wanted), qPrintable(wanted + u'\n' + texts.join(u'\n')));
        }
        // Of two plots; a reader of PDF files takes a figure at the end of a text for one of another.
        for (int rank = 0; rank < 8; ++rank)
            QCOMPARE(texts.count(areLines ? QStringLiteral("Rank %1").arg(rank) : QStringLiteral("Rank")),
                     areLines ? 2 : 16);
    }

    void aCopyIsThePictureThatIsSaved()
    {
        MetricStore store;
        addSteps(store, 0, 0, 100, 1);
        MetricPlot plot(store, lossPlotSpec());
        plot.setRunName(QStringLiteral("Two hosts"));
        plot.resize(500, 300);
        const QList<QAction*> actions = plot.findChildren<QAction*>();
        const auto copy = std::ranges::find(actions, QStringLiteral("Copy as a picture"), &QAction::text);
        QVERIFY(copy != actions.end());
        QGuiApplication::clipboard()->setText(QStringLiteral("something else"));
        (*copy)->trigger();
        PlotSheet sheet(QStringLiteral("Two hosts"));
        sheet.beginRow();
        sheet.add(plot);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plot.png"));
        QVERIFY(sheet.save(file).ok());
        const QImage copied = QGuiApplication::clipboard()->image().convertToFormat(QImage::Format_RGB32);
        QVERIFY(!copied.isNull());
        const QImage saved = QImage(file).convertToFormat(QImage::Format_RGB32);
        QCOMPARE(copied, saved);
    }

    void savesAPictureAndSaysWhenItCannot()
    {
        MetricPlot plot(m_store, lossPlotSpec());
        PlotSheet sheet(QStringLiteral("Digits"));
        sheet.add(plot);
        const QString file = m_folder.filePath(QStringLiteral("loss.png"));
        QVERIFY(sheet.save(file).ok());
        QCOMPARE(QImage(file).size(), sheet.size() * 2);
        for (const QString& format : PlotSheet::formats()) {
            const Result<void> refused = sheet.save(m_folder.filePath(QStringLiteral("none/x.") + format));
            QVERIFY(!refused.ok());
            QVERIFY(refused.error().message().find("none/x.") != std::string::npos);
        }
        const QString unknown = m_folder.filePath(QStringLiteral("loss.bmp"));
        QVERIFY(!sheet.save(unknown).ok());
        QVERIFY(!QFile::exists(unknown));
    }

    void theTableOfEpochsHasEachCurveOnce()
    {
        const QJsonArray table = exportedTable(m_store, epochPlotSpec());
        QCOMPARE(table.size(), 7);
        QCOMPARE(rowOf(table, 0),
                 (QStringList{"epoch", "validation_accuracy_percent", "epoch_training_loss"}));
        QCOMPARE(rowOf(table, 1), (QStringList{"1", "12.5", "2"}));
        QCOMPARE(rowOf(table, 6), (QStringList{"6", "75", "0.0625"}));
    }

    void theTableOfStepsHasAColumnForEachRank()
    {
        MetricStore store;
        addSteps(store, 0, 0, 300, 1);
        addSteps(store, 3, 299, 302, 0.5);
        addSteps(store, 3, 302, 303, std::nan(""));
        addSteps(store, 3, 303, 304, -std::numeric_limits<double>::infinity());
        const QJsonArray table = exportedTable(store, lossPlotSpec());
        QCOMPARE(table.size(), 305);
        QCOMPARE(rowOf(table, 0), (QStringList{"step", "training_loss_rank_0", "training_loss_rank_3"}));
        QCOMPARE(rowOf(table, 1), (QStringList{"1", "1", ""}));
        QCOMPARE(rowOf(table, 300), (QStringList{"300", "1", "0.5"}));
        QCOMPARE(rowOf(table, 302), (QStringList{"302", "", "0.5"}));
        QCOMPARE(rowOf(table, 303), (QStringList{"303", "", "nan"}));
        QCOMPARE(rowOf(table, 304), (QStringList{"304", "", "-inf"}));
    }

    void theTableHasWhatWasDoneAgainWhereThatIsDrawn()
    {
        MetricStore store;
        RankStarted started;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 0, 300, 4);
        started.attempt = 2;
        started.firstStep = 200;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 200, 250, 1);
        PlotChoice choice = lossChoice();
        QCOMPARE(exportedTable(store, plotSpec(choice)).size(), 251);
        choice.showsDiscarded = true;
        const QJsonArray table = exportedTable(store, plotSpec(choice));
        QCOMPARE(table.size(), 301);
        QCOMPARE(rowOf(table, 0),
                 (QStringList{"step", "training_loss_rank_0", "training_loss_rank_0_attempt_1"}));
        QCOMPARE(rowOf(table, 200), (QStringList{"200", "4", ""}));
        QCOMPARE(rowOf(table, 201), (QStringList{"201", "1", "4"}));
        QCOMPARE(rowOf(table, 300), (QStringList{"300", "", "4"}));
    }

    void aTableOfSeveralPlotsHasEveryCurveByItsStep()
    {
        MetricStore store;
        RankStarted started;
        started.stepsPerEpoch = 50;
        store.append(0, std::vector<Record>{{0, 0, 0, started}});
        addSteps(store, 0, 0, 50, 1);
        addEpochs(store, 0, 1);
        addSteps(store, 0, 50, 100, 0.5);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("page.csv"));
        SeriesCsv csv(store.table(), {lossPlotSpec(), epochPlotSpec(), lossPlotSpec()});
        QVERIFY(csv.open(file).ok());
        for (bool isDone = false; !isDone;)
            isDone = *csv.writeSome(1000);
        QVERIFY(csv.commit().ok());
        const QJsonArray table = readExport(file);
        QCOMPARE(rowOf(table, 0), (QStringList{"step", "training_loss_rank_0", "validation_accuracy_percent",
                                               "epoch_training_loss"}));
        QCOMPARE(table.size(), 101);
        QCOMPARE(rowOf(table, 50), (QStringList{"50", "1", "12.5", "2"}));
        QCOMPARE(rowOf(table, 51), (QStringList{"51", "0.5", "", ""}));
    }

    void everyMetricNamesItsColumnWithItsUnit()
    {
        QSet<QString> columns;
        for (std::size_t i = 0; i < kKnownMetrics; ++i) {
            const MetricText text = metricText(static_cast<KnownMetric>(i));
            QVERIFY2(!text.title.contains(u'.'), qPrintable(text.title));
            QVERIFY2(!columns.contains(text.column), qPrintable(text.column));
            columns.insert(text.column);
            QCOMPARE(text.column.endsWith(QLatin1String("_percent")), text.unit == QLatin1String("%"));
            QCOMPARE(text.column.endsWith(QLatin1String("_ms")), text.unit == QLatin1String("ms"));
        }
        const MetricText odd = metricText(Metric::named("step.stale\u202e\nness"));
        QVERIFY(!odd.title.contains(QChar(0x202e)) && !odd.title.contains(u'\n'));
        QVERIFY(!odd.column.contains(u'\n') && !odd.column.contains(u','));
    }

private:
    QTemporaryDir m_folder;
    MetricStore m_store;
};

QTEST_MAIN(PlotSheetTest)
#include "plot_sheet_test.moc"
