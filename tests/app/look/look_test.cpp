// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The look at the data of an experiment, with the engine and real data.
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/look/class_count_model.h"
#include "app/look/live_look.h"
#include "app/look/local_looker.h"
#include "app/look/look_dialog.h"
#include "app/look/look_strip.h"
#include "app/look/look_texts.h"
#include "app/look/picture_model.h"
#include "app/look/picture_row.h"

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

LookedData smallLook()
{
    DataLook look;
    look.sampleShape = {1, 2, 2};
    look.classes = 3;
    look.classNames = {"ant", "bee", "cat"};
    const auto picture = [](int index, int label) {
        LookPicture made;
        made.index = index;
        made.label = label;
        made.width = made.height = 2;
        made.channels = 1;
        made.pixels = "AP8A/w==";
        return made;
    };
    LookPicture damaged;
    damaged.index = 7;
    damaged.label = 1;
    damaged.name = "train/bee/7.jpg";
    damaged.damage = {"The image %1 is damaged: %2.", {"train/bee/7.jpg", "the file is empty"}, ""};
    look.parts = {
        {DataPart::Training, 60, {50, 9, 1}, {picture(0, 2), picture(1, 0), damaged, picture(2, 0)}},
        {DataPart::Validation, 3, {1, 1, 1}, {picture(0, 1)}}};
    const LookResult read = readLookedData(QByteArray::fromStdString(toJson(look)));
    return read ? *read : LookedData{};
}

} // namespace

class LookTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<ExperimentDocument>();
        m_look = std::make_unique<LiveLook>(*m_document, withEngine(kEngine));
    }
    void cleanup()
    {
        m_look.reset();
        m_document.reset();
    }

    void picturesComeAsTheyWere()
    {
        const LookedData seen = smallLook();
        QCOMPARE(seen.images.size(), std::size_t(2));
        const QImage image = seen.images[0][0];
        QCOMPARE(image.size(), QSize(2, 2));
        QCOMPARE(qGray(image.pixel(0, 0)), 0);
        QCOMPARE(qGray(image.pixel(1, 0)), 255);
        QCOMPARE(qGray(image.pixel(1, 1)), 255);
        QVERIFY(seen.images[0][2].isNull());
        QVERIFY(!readLookedData("{}"));
        QVERIFY(!readLookedData("no JSON"));
    }

    void thePictureModelGroupsByClass()
    {
        PictureModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPictures(smallLook(), DataPart::Training);
        QCOMPARE(model.rowCount(), 4);
        QStringList names;
        for (int row = 0; row < 4; ++row)
            names.append(model.index(row).data().toString());
        QCOMPARE(names.join(u' '), QStringLiteral("ant ant bee cat"));
        QVERIFY(model.index(2).data(PictureModel::kImageRole).value<QImage>().isNull());
        QVERIFY(
            model.index(2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("the file is empty")));
        QVERIFY(model.index(2).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("bee")));
        model.setPictures(smallLook(), DataPart::Evaluation);
        QCOMPARE(model.rowCount(), 0);
        model.setPictures(smallLook(), DataPart::Validation);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void theCountModelShowsShares()
    {
        ClassCountModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setLook(smallLook().look);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("bee"));
        QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("9"));
        QCOMPARE(model.index(1, 1).data(ClassCountModel::kShareRole).toDouble(), 9.0 / 50);
        QCOMPARE(model.index(0, 1).data(ClassCountModel::kShareRole).toDouble(), 1.0);
        model.setLook({});
        QCOMPARE(model.rowCount(), 0);
    }

    void textsTellSizesAndBalance()
    {
        const DataLook look = smallLook().look;
        QCOMPARE(sizeText(look), QStringLiteral("60 samples to train, 3 to validate; 3 classes."));
        QCOMPARE(balanceText(look),
                 QStringLiteral("Fewest samples: 1 (class cat); most: 50 (class ant), 50 times as many."));
        QCOMPARE(countTable(look),
                 QStringLiteral("Class\tTraining\tValidation\nant\t50\t1\nbee\t9\t1\ncat\t1\t1\n"));
    }

    void mnistIsCountedAsPublished()
    {
        m_document->reset(experimentWith(DataKind::Mnist, kShared + QStringLiteral("/mnist")));
        look();
        QVERIFY(m_look->data());
        QCOMPARE(m_look->data()->look.parts[0].counts,
                 (std::vector<int>{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}));
        QCOMPARE(m_look->data()->images[0].size(), std::size_t(40));
        QCOMPARE(m_look->data()->images[0][0].size(), QSize(28, 28));
    }

    void itFollowsTheDocument()
    {
        m_document->reset(experimentWith(DataKind::SyntheticDigits));
        look();
        QCOMPARE(m_look->data()->look.parts[0].samples, 12000);
        QSignalSpy changes(m_look.get(), &LiveLook::changed);
        Experiment next = m_document->experiment();
        next.training.epochs = 77; // nothing to do with the data
        next.data.prefetch = 9;
        m_document->edit(QStringLiteral("test"), next);
        QTest::qWait(600);
        QCOMPARE(changes.count(), 0);
        for (int samples = 1; samples <= 3; ++samples) { // as fast as one types
            next.data.kind = DataKind::Synthetic;
            next.data.imageSize = 32;
            next.data.samples = samples * 100;
            m_document->edit(QStringLiteral("test"), next);
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_look->state() == LiveLook::State::Seen && m_look->data() &&
                                     m_look->data()->look.parts[0].samples == 300,
                                 kPatienceMs);
        QCOMPARE(changes.count(), 2); // looking, seen: once for all three
        m_document->reset(experimentWith(DataKind::Mnist));
        QTRY_VERIFY(m_look->state() == LiveLook::State::Nothing);
        QVERIFY(!m_look->data());
    }

    void whatCannotBeReadIsExplained()
    {
        QTemporaryDir folder;
        m_document->reset(experimentWith(DataKind::Mnist, folder.path()));
        look();
        QVERIFY(m_look->state() == LiveLook::State::Failed);
        QVERIFY2(stateText(*m_look).contains(QStringLiteral("train-images-idx3-ubyte")),
                 qPrintable(stateText(*m_look)));

        LiveLook lame(*m_document, withEngine(folder.filePath(QStringLiteral("no-engine"))));
        lame.begin();
        QTRY_VERIFY_WITH_TIMEOUT(lame.state() == LiveLook::State::Failed, kPatienceMs);
        QVERIFY(stateText(lame).contains(QStringLiteral("engine could not be asked")));
    }

    void dataOfAnotherHostAreNamedSo()
    {
        Experiment experiment = experimentWith(DataKind::Mnist, QStringLiteral("/nowhere/at/all"));
        m_document->reset(experiment);
        m_look->begin();
        QVERIFY(m_look->state() == LiveLook::State::Elsewhere);
        QVERIFY(stateText(*m_look).contains(QStringLiteral("not on this computer")));
        experiment.topology.hosts[0].connection = Connection::Ssh;
        experiment.topology.hosts[0].name = "gpu-2";
        m_document->reset(experiment);
        QTRY_COMPARE(m_look->host(), QStringLiteral("gpu-2"));
        QVERIFY(stateText(*m_look).contains(QStringLiteral("gpu-2")));
    }

    void lookingCanBeStopped()
    {
        QTemporaryDir folder;
        const QString slow = folder.filePath(QStringLiteral("slow"));
        QFile script(slow);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\nexec sleep 60\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        LiveLook look(*m_document, withEngine(slow));
        look.begin();
        QVERIFY(look.state() == LiveLook::State::Looking);
        LookStrip strip(look);
        strip.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        QTRY_VERIFY_WITH_TIMEOUT(look.secondsSpent() >= 1, 5000);
        auto* stop = strip.findChild<QPushButton*>(QStringLiteral("lookStop"));
        QVERIFY(stop->isVisible());
        stop->click();
        QVERIFY(look.state() == LiveLook::State::Stopped);
        QVERIFY(!stop->isVisible());
        QVERIFY(
            strip.findChild<QLabel*>(QStringLiteral("lookText"))->text().contains(QStringLiteral("Stopped")));
    }

    void theStripShowsPicturesAndSizes()
    {
        m_document->reset(
            experimentWith(DataKind::ImageFolder, kShared + QStringLiteral("/caltech101-12x60")));
        Inspector inspector(*m_document);
        inspector.showLook(*m_look);
        inspector.resize(320, 800);
        inspector.show();
        QVERIFY(QTest::qWaitForWindowExposed(&inspector));
        QTRY_VERIFY_WITH_TIMEOUT(m_look->data(), kPatienceMs);
        auto* text = inspector.findChild<QLabel*>(QStringLiteral("lookText"));
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
        look();
        LookDialog dialog(*m_look);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* table = dialog.findChild<QTableView*>(QStringLiteral("lookCounts"));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("lookList"));
        QVERIFY(table->hasFocus());
        QCOMPARE(table->model()->rowCount(), 12);
        QCOMPARE(list->model()->rowCount(), 40);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        const QString chosen = table->currentIndex().siblingAtColumn(0).data().toString();
        QTRY_VERIFY_WITH_TIMEOUT(m_look->state() == LiveLook::State::Seen &&
                                     m_look->shown()->look.parts[0].pictures.size() == 40 &&
                                     list->model()->index(0, 0).data() == chosen,
                                 kPatienceMs);
        for (int row = 0; row < list->model()->rowCount(); ++row)
            QCOMPARE(list->model()->index(row, 0).data().toString(), chosen);
        // 48 of them in all: the others are eight.
        dialog.findChild<QPushButton*>(QStringLiteral("lookOthers"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 8, kPatienceMs);
        dialog.findChild<QPushButton*>(QStringLiteral("lookAll"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 40, kPatienceMs);
        QVERIFY(list->model()->index(39, 0).data().toString() !=
                list->model()->index(0, 0).data().toString());
    }

    void theDialogSortsAndCopies()
    {
        m_document->reset(experimentWith(DataKind::Mnist, kShared + QStringLiteral("/mnist")));
        look();
        LookDialog dialog(*m_look);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* table = dialog.findChild<QTableView*>(QStringLiteral("lookCounts"));
        table->sortByColumn(1, Qt::DescendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("1"));
        QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("6,742"));
        QCOMPARE(table->model()->index(9, 0).data().toString(), QStringLiteral("5"));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(
            QStringLiteral("Class\tTraining\tValidation\n0\t5923\t980\n")));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("lookList"));
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
        look();
        LookDialog dialog(*m_look);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCOMPARE(dialog.findChild<QLabel*>(QStringLiteral("lookCaption"))->text(),
                 QStringLiteral("1 of 2 pictures cannot be read."));
        auto* list = dialog.findChild<QListView*>(QStringLiteral("lookList"));
        QCOMPARE(list->model()->rowCount(), 2);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("lookDetail"))
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
        look();
        LookDialog dialog(*m_look);
        LookStrip strip(*m_look);
        for (const QWidget* window : {static_cast<QWidget*>(&dialog), static_cast<QWidget*>(&strip)}) {
            for (const auto* view : window->findChildren<QAbstractItemView*>()) {
                if (!view->objectName().isEmpty())
                    QVERIFY2(!view->accessibleName().isEmpty(), qPrintable(view->objectName()));
            }
            for (const auto* button : window->findChildren<QPushButton*>())
                QVERIFY2(button->objectName() == QStringLiteral("lookClose") || button->toolTip().size() > 20,
                         qPrintable(button->objectName()));
        }
    }

private:
    void look()
    {
        m_look->begin();
        QTRY_VERIFY_WITH_TIMEOUT(m_look->state() == LiveLook::State::Seen ||
                                     m_look->state() == LiveLook::State::Failed,
                                 kPatienceMs);
    }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<LiveLook> m_look;
};

QTEST_MAIN(LookTest)
#include "look_test.moc"
