// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The preview of the data of an experiment, with the engine and real data.
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/preview/class_count_model.h"
#include "app/preview/live_preview.h"
#include "app/preview/local_previewer.h"
#include "app/preview/picture_model.h"
#include "app/preview/picture_row.h"
#include "app/preview/preview_dialog.h"
#include "app/preview/preview_strip.h"
#include "app/preview/preview_texts.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace lockstep;

namespace {

const QString kShared = QStringLiteral(LOCKSTEP_SHARED_DATA);
const QString kEngine = QStringLiteral(LOCKSTEP_ENGINE);
constexpr int kPatienceMs = 30'000;

Experiment experimentWith(DataKind kind, const QString& path = {})
{
    Experiment experiment;
    experiment.topology.hosts.resize(1);
    experiment.topology.hosts[0].id = experiment.topology.hosts[0].name = "here";
    experiment.topology.hosts[0].connection = Connection::Local;
    experiment.topology.hosts[0].devices = {Device{}};
    experiment.data.kind = kind;
    experiment.data.path = path.toStdString();
    return experiment;
}

RemoteOptions withEngine(const QString& engine)
{
    RemoteOptions options;
    options.engine = engine;
    return options;
}

PreviewedData smallPreview()
{
    DataPreview preview;
    preview.sampleShape = {1, 2, 2};
    preview.classes = 3;
    preview.classNames = {"ant", "bee", "cat"};
    const auto picture = [](int index, int label) {
        PreviewPicture made;
        made.index = index;
        made.label = label;
        made.width = made.height = 2;
        made.channels = 1;
        made.pixels = "AP8A/w==";
        return made;
    };
    PreviewPicture damaged;
    damaged.index = 7;
    damaged.label = 1;
    damaged.name = "train/bee/7.jpg";
    damaged.damage = {"The image %1 is damaged: %2.", {"train/bee/7.jpg", "the file is empty"}, ""};
    preview.parts = {
        {DataPart::Training, 60, {50, 9, 1}, {picture(0, 2), picture(1, 0), damaged, picture(2, 0)}},
        {DataPart::Validation, 3, {1, 1, 1}, {picture(0, 1)}}};
    const PreviewResult read = readPreviewedData(QByteArray::fromStdString(toJson(preview)));
    return read ? *read : PreviewedData{};
}

} // namespace

class PreviewTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<ExperimentDocument>();
        m_preview = std::make_unique<LivePreview>(*m_document, withEngine(kEngine));
    }
    void cleanup()
    {
        m_preview.reset();
        m_document.reset();
    }

    void picturesComeAsTheyWere()
    {
        const PreviewedData seen = smallPreview();
        QCOMPARE(seen.images.size(), std::size_t(2));
        const QImage image = seen.images[0][0];
        QCOMPARE(image.size(), QSize(2, 2));
        QCOMPARE(qGray(image.pixel(0, 0)), 0);
        QCOMPARE(qGray(image.pixel(1, 0)), 255);
        QCOMPARE(qGray(image.pixel(1, 1)), 255);
        QVERIFY(seen.images[0][2].isNull());
        QVERIFY(!readPreviewedData("{}"));
        QVERIFY(!readPreviewedData("no JSON"));
    }

    void thePictureModelGroupsByClass()
    {
        PictureModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPictures(smallPreview(), DataPart::Training);
        QCOMPARE(model.rowCount(), 4);
        QStringList names;
        for (int row = 0; row < 4; ++row)
            names.append(model.index(row).data().toString());
        QCOMPARE(names.join(u' '), QStringLiteral("ant ant bee cat"));
        QVERIFY(model.index(2).data(PictureModel::kImageRole).value<QImage>().isNull());
        QVERIFY(
            model.index(2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("the file is empty")));
        QVERIFY(model.index(2).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("bee")));
        model.setPictures(smallPreview(), DataPart::Evaluation);
        QCOMPARE(model.rowCount(), 0);
        model.setPictures(smallPreview(), DataPart::Validation);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void theCountModelShowsShares()
    {
        ClassCountModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPreview(smallPreview().preview);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("bee"));
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("9"));
        QCOMPARE(model.index(1, 1).data(ClassCountModel::kShareRole).toDouble(), 9.0 / 50);
        QCOMPARE(model.index(0, 1).data(ClassCountModel::kShareRole).toDouble(), 1.0);
        model.setPreview({});
        QCOMPARE(model.rowCount(), 0);
    }

    void textsTellSizesAndBalance()
    {
        const DataPreview preview = smallPreview().preview;
        QCOMPARE(sizeText(preview), QStringLiteral("60 samples to train, 3 to validate; 3 classes."));
        QCOMPARE(balanceText(preview),
                 QStringLiteral("Fewest samples: 1 (class cat); most: 50 (class ant), 50 times as many."));
        QCOMPARE(countTable(preview),
                 QStringLiteral("Class\tTraining\tValidation\nant\t50\t1\nbee\t9\t1\ncat\t1\t1\n"));
    }

    void mnistIsCountedAsPublished()
    {
        m_document->reset(experimentWith(DataKind::Mnist, kShared + QStringLiteral("/mnist")));
        preview();
        QVERIFY(m_preview->data());
        QCOMPARE(m_preview->data()->preview.parts[0].counts,
                 (std::vector<int>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}));
        QCOMPARE(m_preview->data()->images[0].size(), std::size_t(40));
        QCOMPARE(m_preview->data()->images[0][0].size(), QSize(28, 28));
    }

    void itFollowsTheDocument()
    {
        m_document->reset(experimentWith(DataKind::SyntheticDigits));
        preview();
        QCOMPARE(m_preview->data()->preview.parts[0].samples, 12000);
        QSignalSpy changes(m_preview.get(), &LivePreview::changed);
        Experiment next = m_document->experiment();
        next.training.epochs = 77; // nothing to do with the data
        next.data.prefetch = 9;
        m_document->edit({}, next);
        QTest::qWait(600);
        QCOMPARE(changes.count(), 0);
        for (int samples = 1; samples <= 3; ++samples) { // as fast as one types
            next.data.kind = DataKind::Synthetic;
            next.data.imageSize = 32;
            next.data.samples = samples * 100;
            m_document->edit({}, next);
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_preview->state() == LivePreview::State::Seen && m_preview->data() &&
                                     m_preview->data()->preview.parts[0].samples == 300,
                                 kPatienceMs);
        QCOMPARE(changes.count(), 2); // previewing, seen: once for all three
        m_document->reset(experimentWith(DataKind::Mnist));
        QTRY_VERIFY(m_preview->state() == LivePreview::State::Nothing);
        QVERIFY(!m_preview->data());
    }

    void whatCannotBeReadIsExplained()
    {
        QTemporaryDir folder;
        m_document->reset(experimentWith(DataKind::Mnist, folder.path()));
        preview();
        QVERIFY(m_preview->state() == LivePreview::State::Failed);
        QVERIFY2(stateText(*m_preview).contains(QStringLiteral("train-images-idx3-ubyte")),
                 qPrintable(stateText(*m_preview)));

        LivePreview lame(*m_document, withEngine(folder.filePath(QStringLiteral("no-engine"))));
        lame.begin();
        QTRY_VERIFY_WITH_TIMEOUT(lame.state() == LivePreview::State::Failed, kPatienceMs);
        QVERIFY(stateText(lame).contains(QStringLiteral("engine could not be asked")));
    }

    void dataOfAnotherHostAreNamedSo()
    {
        Experiment experiment = experimentWith(DataKind::Mnist, QStringLiteral("/nowhere/at/all"));
        m_document->reset(experiment);
        m_preview->begin();
        QVERIFY(m_preview->state() == LivePreview::State::Elsewhere);
        QVERIFY(stateText(*m_preview).contains(QStringLiteral("not on this computer")));
        experiment.topology.hosts[0].connection = Connection::Ssh;
        experiment.topology.hosts[0].name = "gpu-2";
        m_document->reset(experiment);
        QTRY_COMPARE(m_preview->host(), QStringLiteral("gpu-2"));
        QVERIFY(stateText(*m_preview).contains(QStringLiteral("gpu-2")));
    }

    void previewingCanBeStopped()
    {
        QTemporaryDir folder;
        const QString slow = folder.filePath(QStringLiteral("slow"));
        QFile script(slow);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\nexec sleep 60\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        LivePreview preview(*m_document, withEngine(slow));
        preview.begin();
        QVERIFY(preview.state() == LivePreview::State::Previewing);
        PreviewStrip strip(preview);
        strip.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        QTRY_VERIFY_WITH_TIMEOUT(preview.secondsSpent() >= 1, 5000);
        auto* stop = strip.findChild<QPushButton*>(QStringLiteral("previewStop"));
        QVERIFY(stop->isVisible());
        stop->click();
        QVERIFY(preview.state() == LivePreview::State::Stopped);
        QVERIFY(!stop->isVisible());
        QVERIFY(strip.findChild<QLabel*>(QStringLiteral("previewText"))
                    ->text()
                    .contains(QStringLiteral("Stopped")));
    }

    void theStripShowsPicturesAndSizes()
    {
        m_document->reset(
            experimentWith(DataKind::ImageFolder, kShared + QStringLiteral("/caltech101-12x60")));
        Inspector inspector(*m_document);
        inspector.showPreview(*m_preview);
        inspector.resize(320, 800);
        inspector.show();
        QVERIFY(QTest::qWaitForWindowExposed(&inspector));
        QTRY_VERIFY_WITH_TIMEOUT(m_preview->data(), kPatienceMs);
        auto* text = inspector.findChild<QLabel*>(QStringLiteral("previewText"));
        QCOMPARE(text->text(), QStringLiteral("576 samples to train, 144 to validate; 12 classes."));
        auto* row = inspector.findChild<PictureRow*>();
        QVERIFY(row->isVisible());
        QVERIFY(row->accessibleDescription().contains(QStringLiteral("airplanes")));
        // Colours of photographs, not of the panel.
        const QImage drawn = row->grab().toImage();
        QVERIFY(drawn.pixel(20, 20) != drawn.pixel(drawn.width() - 1, drawn.height() - 1));
    }

    void theDialogFiltersByClass()
    {
        m_document->reset(
            experimentWith(DataKind::ImageFolder, kShared + QStringLiteral("/caltech101-12x60")));
        preview();
        PreviewDialog dialog(*m_preview);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* table = dialog.findChild<QTableView*>(QStringLiteral("previewCounts"));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("previewList"));
        QVERIFY(table->hasFocus());
        QCOMPARE(table->model()->rowCount(), 12);
        QCOMPARE(list->model()->rowCount(), 40);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        const QString chosen = table->currentIndex().siblingAtColumn(0).data().toString();
        QTRY_VERIFY_WITH_TIMEOUT(m_preview->state() == LivePreview::State::Seen &&
                                     m_preview->shown()->preview.parts[0].pictures.size() == 40 &&
                                     list->model()->index(0, 0).data() == chosen,
                                 kPatienceMs);
        for (int row = 0; row < list->model()->rowCount(); ++row)
            QCOMPARE(list->model()->index(row, 0).data().toString(), chosen);
        // 48 of them in all: the others are eight.
        dialog.findChild<QPushButton*>(QStringLiteral("previewOthers"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 8, kPatienceMs);
        dialog.findChild<QPushButton*>(QStringLiteral("previewAll"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 40, kPatienceMs);
        QVERIFY(list->model()->index(39, 0).data().toString() !=
                list->model()->index(0, 0).data().toString());
    }

    void theDialogSortsAndCopies()
    {
        m_document->reset(experimentWith(DataKind::Mnist, kShared + QStringLiteral("/mnist")));
        preview();
        PreviewDialog dialog(*m_preview);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* table = dialog.findChild<QTableView*>(QStringLiteral("previewCounts"));
        table->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("1"));
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("6,742"));
        QCOMPARE(table->model()->index(9, 0).data().toString(), QStringLiteral("5"));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(
            QStringLiteral("Class\tTraining\tValidation\n0\t5923\t980\n")));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("previewList"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Home);
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(28, 28));
    }

    void damagedPicturesAreMarked()
    {
        QTemporaryDir folder;
        QDir(folder.path()).mkpath(QStringLiteral("train/dog"));
        const QString edge = kShared + QStringLiteral("/jpeg-edge/");
        QVERIFY(QFile::copy(edge + QStringLiteral("progressive_dog1.jpg"),
                            folder.filePath(QStringLiteral("train/dog/1.jpg"))));
        QVERIFY(QFile::copy(edge + QStringLiteral("html-page-named.jpg"),
                            folder.filePath(QStringLiteral("train/dog/2.jpg"))));
        m_document->reset(experimentWith(DataKind::ImageFolder, folder.path()));
        preview();
        PreviewDialog dialog(*m_preview);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("previewCaption"))->text(),
                 QStringLiteral("1 of 2 pictures cannot be read."));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("previewList"));
        QCOMPARE(list->model()->rowCount(), 2);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("previewDetail"))
                    ->text()
                    .contains(QStringLiteral("2.jpg")));
        QVERIFY(list->model()
                    ->index(1, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("neither JPEG nor PNG")));
    }

    void everythingHasANameAndATip()
    {
        m_document->reset(experimentWith(DataKind::SyntheticDigits));
        preview();
        PreviewDialog dialog(*m_preview);
        PreviewStrip strip(*m_preview);
        for (const QWidget* window : {static_cast<QWidget*>(&dialog), static_cast<QWidget*>(&strip)}) {
            for (const auto* view : window->findChildren<QAbstractItemView*>()) {
                if (!view->objectName().isEmpty())
                    QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
            }
            for (const auto* button : window->findChildren<QPushButton*>())
                QVERIFY2(button->objectName() == QStringLiteral("previewClose") ||
                             button->toolTip().size() > 20,
                         qPrintable(button->objectName()));
        }
    }

private:
    void preview()
    {
        m_preview->begin();
        QTRY_VERIFY_WITH_TIMEOUT(m_preview->state() == LivePreview::State::Seen ||
                                     m_preview->state() == LivePreview::State::Failed,
                                 kPatienceMs);
    }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<LivePreview> m_preview;
};

QTEST_MAIN(PreviewTest)
#include "preview_test.moc"
