// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is inside checkpoints, how they differ and how well they do: with the engine and a training of its
// own. With LOCKSTEP_PICTURES=FOLDER in the environment the windows are saved as pictures, to be looked at.
#include "app/insight/class_result_model.h"
#include "app/insight/confusion_view.h"
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/filter_pictures.h"
#include "app/insight/histogram_view.h"
#include "app/insight/inside_dialog.h"
#include "app/insight/insight_table.h"
#include "app/insight/prediction_model.h"
#include "app/theme/theme.h"
#include "tests/app/insight/insight_windows.h"
#include "tests/app/insight/short_training.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QtEndian>
#include <cmath>
#include <numeric>

using namespace lockstep;

namespace {

FilterBank bankOf(std::vector<std::int64_t> shape, const std::vector<float>& values)
{
    QByteArray bytes(static_cast<qsizetype>(values.size() * sizeof(float)), '\0');
    qToLittleEndian<float>(values.data(), static_cast<qsizetype>(values.size()), bytes.data());
    return {"conv1.weight", shape[0], shape[1], shape, bytes.toBase64().toStdString()};
}

/// Every class is taken for itself 5 times and for the next once.
Confusion ring(int classes)
{
    const auto all = static_cast<std::size_t>(classes);
    Confusion confusion{{}, std::vector<int>(all, 6), std::vector<int>(all, 6), std::vector<int>(all, 5), {},
                        0};
    for (int label = 0; label < classes; ++label)
        for (const int item : {label, label, 5, label, (label + 1) % classes, 1})
            confusion.pairs.push_back(item);
    return confusion;
}

} // namespace

class InsightTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication*>(QCoreApplication::instance()), ThemeKind::Dark);
        QVERIFY(m_training.ok());
        m_earlier = m_training.earlier();
        m_last = m_training.last();
    }

    void theInsideIsShownTensorByTensor()
    {
        InsideDialog dialog(kEngine, m_last);
        dialog.show();
        auto* table = dialog.findChild<InsightTable*>(QStringLiteral("tensorTable"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 12, kAnswerMs);
        const QAbstractItemModelTester tester(table->model());
        const auto text = [&](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QCOMPARE(text(0, TensorModel::Name), QStringLiteral("conv1.weight"));
        QCOMPARE(text(0, TensorModel::Shape), QStringLiteral("20 × 1 × 5 × 5"));
        QCOMPARE(text(0, TensorModel::Values), QLocale().toString(500));
        QVERIFY(text(6, TensorModel::Name).contains(QStringLiteral("conv1.weight")));
        const auto bins = table->model()
                              ->index(0, TensorModel::Distribution)
                              .data(TensorModel::kHistogramRole)
                              .value<QVector<qint64>>();
        QCOMPARE(bins.size(), 64);
        QCOMPARE(std::accumulate(bins.begin(), bins.end(), qint64{0}), 500);

        // Numbers sort as numbers.
        table->sortByColumn(TensorModel::Values, Qt::DescendingOrder);
        QCOMPARE(text(0, TensorModel::Values), QLocale().toString(10000)); // conv2: 20 x 20 x 5 x 5
        auto* filter = dialog.findChild<QLineEdit*>();
        QTest::keyClicks(filter, QStringLiteral("FC."));
        QCOMPARE(table->model()->rowCount(), 4);
        table->selectRow(0);
        const auto* histogram = dialog.findChild<HistogramView*>();
        QVERIFY(histogram->accessibleDescription().contains(text(0, TensorModel::Name)));
        filter->clear();
        table->sortByColumn(-1, Qt::AscendingOrder);
        savePicture(dialog, QStringLiteral("inside"));

        auto* tabs = dialog.findChild<QTabWidget*>();
        tabs->setCurrentIndex(1);
        const auto* grid = dialog.findChild<QListWidget*>(QStringLiteral("filterGrid"));
        QCOMPARE(grid->count(), 20);
        QVERIFY(!grid->item(0)->icon().isNull());
        savePicture(dialog, QStringLiteral("filters"));
    }

    void aDamagedCheckpointIsSaidToBeSo()
    {
        const QString copy = path(QStringLiteral("damaged"));
        QVERIFY(QDir().mkpath(copy));
        for (const QString& name : QDir(m_last).entryList(QDir::Files))
            QVERIFY(QFile::copy(m_last + u'/' + name, copy + u'/' + name));
        QFile shard(copy + QStringLiteral("/model.safetensors"));
        QVERIFY(shard.open(QIODevice::ReadWrite));
        shard.seek(shard.size() - 1);
        shard.putChar('\x55');
        shard.close();
        InsideDialog dialog(kEngine, copy);
        dialog.show();
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("callState"));
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(QStringLiteral("damaged: its SHA-256")), kAnswerMs);
        QVERIFY(state->property("errorText").toBool());
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("callStop"))->isVisible());
    }

    void anEngineThatIsNotThereIsSaidToBeSo()
    {
        DifferenceDialog dialog(QStringLiteral("/nowhere/lockstep-engine"), m_earlier, m_last);
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("callState"));
        QTRY_VERIFY_WITH_TIMEOUT(state->text().contains(QStringLiteral("could not be asked")), kAnswerMs);
    }

    void twoCheckpointsAreCompared()
    {
        DifferenceDialog dialog(kEngine, m_earlier, m_last);
        dialog.show();
        auto* table = dialog.findChild<InsightTable*>(QStringLiteral("differenceTable"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 12, kAnswerMs);
        const QAbstractItemModelTester tester(table->model());
        const auto relative = [&](int row) {
            return table->model()->index(row, DifferenceModel::Relative).data(kInsightSortRole).toDouble();
        };
        QVERIFY(relative(0) > 0);
        const auto isOfModel = [&](int row) {
            const QString name = table->model()->index(row, DifferenceModel::Name).data().toString();
            return !name.startsWith(QStringLiteral("optimiser: "));
        };
        for (int row = 1; row < 12; ++row) {
            QCOMPARE(isOfModel(row), row < 6);
            QVERIFY(row == 6 || relative(row - 1) >= relative(row));
        }
        savePicture(dialog, QStringLiteral("difference"));
        DifferenceDialog same(kEngine, m_last, m_last);
        auto* equal = same.findChild<InsightTable*>(QStringLiteral("differenceTable"));
        QTRY_COMPARE_WITH_TIMEOUT(equal->model()->rowCount(), 12, kAnswerMs);
        QCOMPARE(equal->model()->index(0, DifferenceModel::State).data().toString(), QStringLiteral("equal"));
    }

    void aCheckpointIsEvaluated()
    {
        EvaluationDialog dialog(kEngine, m_last, m_training.experiment(), {});
        dialog.show();
        QVERIFY(!dialog.findChild<QLineEdit*>(QStringLiteral("evaluationData"))->isVisible());
        const auto* result = dialog.findChild<QLabel*>(QStringLiteral("evaluationResult"));
        QVERIFY(!result->isVisible());
        auto* start = dialog.findChild<QPushButton*>(QStringLiteral("evaluationStart"));
        start->click();
        QVERIFY(!start->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(result->isVisible(), kAnswerMs);
        QVERIFY(start->isEnabled());
        QVERIFY2(result->text().contains(QLocale().toString(2000)), qPrintable(result->text()));

        auto* table = dialog.findChild<InsightTable*>(QStringLiteral("classTable"));
        QCOMPARE(table->model()->rowCount(), 10);
        const QAbstractItemModelTester tester(table->model());
        int samples = 0;
        for (int row = 0; row < 10; ++row)
            samples += table->model()->index(row, ClassResultModel::Samples).data(kInsightSortRole).toInt();
        QCOMPARE(samples, 2000);
        auto* matrix = dialog.findChild<ConfusionView*>();
        QVERIFY(matrix->cellText({0, 0}).contains(QStringLiteral("known as such")));
        auto* tabs = dialog.findChild<QTabWidget*>();
        for (int page = 0; page < tabs->count(); ++page) {
            tabs->setCurrentIndex(page);
            savePicture(dialog, QStringLiteral("evaluation-%1").arg(page));
        }
        // The galleries: mistakes are mistakes, samples are as many as were asked for.
        const QAbstractItemModel* worst =
            dialog.findChild<QListView*>(QStringLiteral("worstMistakes"))->model();
        QVERIFY(worst->rowCount() > 0);
        for (int row = 0; row < worst->rowCount(); ++row)
            QVERIFY(!worst->index(row, 0).data(PredictionModel::kCorrectRole).toBool());
        QVERIFY(!worst->index(0, 0).data(PredictionModel::kImageRole).value<QImage>().isNull());
        QCOMPARE(dialog.findChild<QListView*>(QStringLiteral("predictedSamples"))->model()->rowCount(), 100);
    }

    void anEvaluationCanBeStopped()
    {
        EvaluationDialog dialog(kEngine, m_last, m_training.experiment(), {});
        dialog.show();
        auto* start = dialog.findChild<QPushButton*>(QStringLiteral("evaluationStart"));
        start->click();
        dialog.findChild<QPushButton*>(QStringLiteral("callStop"))->click();
        QVERIFY(start->isEnabled());
        QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("callState"))->text(), QStringLiteral("Stopped."));
        QVERIFY(!dialog.findChild<QLabel*>(QStringLiteral("evaluationResult"))->isVisible());
    }

    void dataThatAreNotHereAreSaidToBeSo()
    {
        QFile document(path(QStringLiteral("elsewhere.lockstep.json")));
        QVERIFY(document.open(QIODevice::WriteOnly));
        document.write(R"({"version": 1, "name": "x", "model": {"name": "mnist-cnn"},
            "data": {"kind": "mnist", "path": "/far/away"}})");
        document.close();
        EvaluationDialog dialog(kEngine, m_last, document.fileName(), farAway(DataKind::Mnist));
        dialog.show();
        QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("evaluationData"))->text(),
                 QStringLiteral("/far/away"));
        // Return in the field is as good as the button.
        QTest::keyClick(dialog.findChild<QLineEdit*>(QStringLiteral("evaluationData")), Qt::Key_Return);
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("callState"));
        QTRY_VERIFY_WITH_TIMEOUT(state->property("errorText").toBool(), kAnswerMs);
        QVERIFY(state->text().contains(QStringLiteral("/far/away")));
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("evaluationHint"))
                    ->text()
                    .contains(QStringLiteral("Choose where a copy of them is.")));
        savePicture(dialog, QStringLiteral("evaluation-elsewhere"));
    }

    /// The data are there alone: the host is asked, and what it answers is shown as if it were from here.
    void theHostOfTheDataEvaluates()
    {
        EvaluationDialog dialog(kEngine, m_last, m_training.experiment(), farAway(DataKind::Mnist));
        HostCall& call = dialog.offerHost(QStringLiteral("gpu-1"));
        dialog.show();
        auto* place = dialog.findChild<QComboBox*>(QStringLiteral("evaluationPlace"));
        QCOMPARE(place->currentText(), QStringLiteral("On gpu-1"));
        QVERIFY(!dialog.findChild<QLineEdit*>(QStringLiteral("evaluationData"))->isEnabled());
        const QSignalSpy wanted(&call, &HostCall::wanted);
        const QSignalSpy takenBack(&call, &HostCall::takenBack);
        auto* start = dialog.findChild<QPushButton*>(QStringLiteral("evaluationStart"));
        start->click();
        QCOMPARE(wanted.count(), 1);
        QVERIFY(!start->isEnabled());
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("callState"));
        call.tellProgress(500, 2000);
        QVERIFY2(state->text().startsWith(QStringLiteral("500 of %1 samples").arg(QLocale().toString(2000))),
                 qPrintable(state->text()));
        call.tellError(Error{"The disk of the host is gone.", {}, {}});
        QCOMPARE(state->text(), QStringLiteral("The disk of the host is gone."));
        QVERIFY(start->isEnabled());

        QProcess engine;
        engine.start(kEngine, {"evaluate", m_last, "--json", "--predictions", "10"});
        QVERIFY(engine.waitForFinished(kAnswerMs));
        start->click();
        call.tellAnswer(engine.readAllStandardOutput());
        const auto* result = dialog.findChild<QLabel*>(QStringLiteral("evaluationResult"));
        QTRY_VERIFY_WITH_TIMEOUT(result->isVisible(), kAnswerMs);
        QVERIFY(result->text().contains(QLocale().toString(2000)));
        place->setCurrentIndex(0); // which is for the next time
        QVERIFY2(result->text().endsWith(QStringLiteral("Measured on gpu-1: Validation set.")),
                 qPrintable(result->text()));
        place->setCurrentIndex(1);
        QCOMPARE(takenBack.count(), 0);
        start->click();
        dialog.close(); // nobody waits any more
        QCOMPARE(takenBack.count(), 1);
    }

    void kernelsBecomePictures()
    {
        // Two kernels of 1 x 2 with three channels: red on top of nothing, and half a blue below it.
        const FilterPictures pictures(bankOf({2, 3, 2, 1}, {1, 0, 0, 0, 0, 0, /**/ 0, 0, 0, 0, 0, -0.5F}));
        QCOMPARE(pictures.count(), 2);
        QCOMPARE(pictures.size(), QSize(1, 2));
        using enum FilterPictures::Scale;
        QCOMPARE(pictures.picture(0, 0, Common).pixel(0, 0), qRgb(255, 128, 128));
        QCOMPARE(pictures.picture(0, 0, Common).pixel(0, 1), qRgb(128, 128, 128));
        QCOMPARE(pictures.picture(1, 0, Common).pixel(0, 1), qRgb(128, 128, 64));
        QCOMPARE(pictures.picture(1, 0, Each).pixel(0, 1), qRgb(128, 128, 0));
        // A clip's kernel: its second frame is the second slice.
        const FilterPictures clip(bankOf({1, 1, 2, 1, 2}, {1, 1, -1, std::nanf("")}));
        QCOMPARE(clip.frames(), 2);
        QCOMPARE(clip.picture(0, 0, Common).pixel(1, 0), qRgb(255, 255, 255));
        QCOMPARE(clip.picture(0, 1, Common).pixel(0, 0), qRgb(0, 0, 0));
        QCOMPARE(clip.picture(0, 1, Common).pixel(1, 0), qRgb(255, 0, 255));
        QCOMPARE(FilterPictures(FilterBank{}).count(), 0);
    }

    void aMatrixIsWalkedByKeys()
    {
        ConfusionView view;
        view.resize(400, 400);
        view.show();
        view.setMatrix(ConfusionMatrix(ring(4)));
        const QSignalSpy chosen(&view, &ConfusionView::cellChosen);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.currentCell(), QPoint(1, 0));
        QVERIFY2(view.cellText({1, 0}).startsWith(QStringLiteral("0 taken for 1: 1 of 6 samples")),
                 qPrintable(view.cellText({1, 0})));
        QCOMPARE(chosen.last().first().toString(), view.cellText({1, 0}));
        QCOMPARE(view.accessibleDescription(), view.cellText({1, 0}));
        QTest::keyClick(&view, Qt::Key_End);
        QCOMPARE(view.currentCell(), QPoint(3, 3));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentCell(), QPoint(3, 3));
        QVERIFY(view.cellText({4, 0}).isEmpty());
    }

    /// WCAG asks 4.5 of text, 3 of large text; on what lies halfway nothing has more than 4.6.
    void numbersOfAMatrixCanBeRead()
    {
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        const auto luminance = [](QRgb pixel) {
            const auto linear = [](int part) { return std::pow(part / 255.0, 2.2); };
            return 0.21 * linear(qRed(pixel)) + 0.72 * linear(qGreen(pixel)) + 0.07 * linear(qBlue(pixel));
        };
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            applyTheme(application, theme);
            ConfusionView view;
            view.resize(400, 400);
            view.setMatrix(ConfusionMatrix(ring(4)));
            view.zoom(100); // as large as cells are: within the first one lies
            const QImage cell = view.viewport()->grab().toImage().copy(44, 44, 44, 44);
            const double under = luminance(cell.pixel(0, 0));
            double best = 1;
            for (int i = 0; i < cell.width() * cell.height(); ++i) {
                const double here = luminance(cell.pixel(i % cell.width(), i / cell.width()));
                best = std::max(best, (std::max(here, under) + 0.05) / (std::min(here, under) + 0.05));
            }
            QVERIFY2(best >= 4.2, qPrintable(QString::number(best)));
        }
    }

    /// Of a thousand classes the cells that are seen have the colours that they should.
    void aThousandClassesAreDrawn()
    {
        ConfusionView view;
        view.resize(700, 600);
        view.show();
        view.setMatrix(ConfusionMatrix(ring(1000)));
        QVERIFY(view.horizontalScrollBar()->maximum() >
                0); // two pixels a cell are more than there is room for
        for (int step = 0; step < 14; ++step)
            view.zoom(1.25);
        view.horizontalScrollBar()->setValue(0);
        view.verticalScrollBar()->setValue(0);
        const QImage image = view.viewport()->grab().toImage();
        savePicture(view, QStringLiteral("thousand"));
        // Going right through the first row: the diagonal, a mistake, nothing.
        QTest::keyClick(&view, Qt::Key_End);
        QVERIFY(view.horizontalScrollBar()->value() > 0);
        QVERIFY(view.viewport()->grab().toImage() != image);
        QCOMPARE(ConfusionMatrix(ring(1000)).samples(999, 0), 1);
        QCOMPARE(ConfusionMatrix(ring(1000)).samples(999, 1), 0);
    }

    void classesAreJudged()
    {
        Confusion confusion = ring(3);
        confusion.classNames = {"ant", "bee", "cat"};
        confusion.counts[2] = 0; // nobody has any of it
        confusion.correct[2] = 0;
        confusion.predicted[1] = 10;
        ClassResultModel model;
        const QAbstractItemModelTester tester(&model);
        model.setConfusion(confusion);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(1, ClassResultModel::Class), QStringLiteral("bee"));
        QCOMPARE(text(1, ClassResultModel::Recall),
                 QStringLiteral("%1 %").arg(QLocale().toString(83.3, 'f', 1)));
        QCOMPARE(text(1, ClassResultModel::Precision),
                 QStringLiteral("%1 %").arg(QLocale().toString(50., 'f', 1)));
        QCOMPARE(text(2, ClassResultModel::Recall), QStringLiteral("–"));
        QCOMPARE(text(0, ClassResultModel::TakenFor), QStringLiteral("bee (1)"));
    }

private:
    QString path(const QString& name) const { return m_training.path(name); }

    const ShortTraining m_training;
    QString m_earlier;
    QString m_last;
};

QTEST_MAIN(InsightTest)
#include "insight_test.moc"
