// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where one can begin: the templates, the gallery, the strip below the canvas.
#include "app/document/experiment_document.h"
#include "app/problems/empty_fields.h"
#include "app/problems/find_problems.h"
#include "app/start/live_run_strip.h"
#include "app/start/start_gallery.h"
#include "app/start/start_strip.h"
#include "app/start/templates.h"
#include "app/theme/theme.h"
#include "engine/protocol/process_placement.h"
#include "tests/app/address_keys.h"

#include <QApplication>
#include <QCommandLinkButton>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace lockstep;

namespace {

const QString kTemplates = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates");

/// The keys of what must still be filled in before a template can run.
QStringList missing(const Experiment& experiment)
{
    QStringList keys;
    for (const Problem& problem : findProblems(experiment)) {
        if (problem.severity == Severity::Error)
            keys.append(QString::fromStdString(problem.error.key));
    }
    return keys;
}

} // namespace

class StartTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

    /// One for the demonstration and for each of the tutorials whose model this version has; each lacks only
    /// what nobody but the user knows.
    void everyTemplateIsSound()
    {
        const QVector<Template> templates = availableTemplates(kTemplates);
        const QVector<QStringList> expected = {
            {},
            {QStringLiteral("data.path")},
            addressKeys(2) + QStringList{QStringLiteral("data.path")},
            {QStringLiteral("topology.hosts.0.address"), QStringLiteral("topology.hosts.1.address"),
             QStringLiteral("topology.hosts.2.address"), QStringLiteral("data.path")},
            addressKeys(10) + QStringList{QStringLiteral("data.path"), QStringLiteral("data.test_list")},
            {}};
        QCOMPARE(templates.size(), expected.size());
        for (qsizetype i = 0; i < templates.size(); ++i) {
            ExperimentDocument document;
            QVERIFY(document.openTemplate(templates[i].path).ok());
            QCOMPARE(missing(document.experiment()), expected[i]);
            QStringList empty;
            for (const std::string& key : emptyFields(document.experiment()))
                empty << QString::fromStdString(key);
            QCOMPARE(empty, expected[i]);
            QVERIFY(!templates[i].name.isEmpty() && !templates[i].note.isEmpty() &&
                    !templates[i].icon.isEmpty());
            for (const Problem& problem : findProblems(document.experiment()))
                QVERIFY2(problem.severity == Severity::Error, problem.error.message().c_str());
        }
    }

    /// The tutorial's cluster: three hosts, two links of 10 Mbps, which carry 46.8 MB in a step.
    void theTestbedTellsOfItsSlowLinks()
    {
        const Result<Experiment> read =
            readExperimentFile(kTemplates + QStringLiteral("/ceni-resnet18.lockstep.json"));
        QVERIFY(read.ok());
        QCOMPARE(placeRanks(read->topology).size(), std::size_t(3));
        const Problems problems = costProblems(
            *read, {11'689'512, 3.6e9, 11'689'512 * 4.0, 2e9, {{LayerWork{3.6e9, {{11'689'512, 1}}}}}});
        QCOMPARE(problems.size(), std::size_t(1));
        const std::string text = problems[0].error.message();
        QVERIFY2(text.find("about 40–42 s") != std::string::npos, text.c_str());
    }

    /// One rank of two devices, and pieces enough that they seldom wait.
    void alexnetIsInTwoParts()
    {
        const Result<Experiment> read =
            readExperimentFile(kTemplates + QStringLiteral("/alexnet-parts.lockstep.json"));
        QVERIFY(read.ok());
        QVERIFY(checkExperiment(*read).empty());
        const std::vector<Placement> ranks = placeRanks(*read);
        QCOMPARE(ranks.size(), std::size_t(1));
        QCOMPARE(ranks[0].furtherDevices.size(), std::size_t(1));
        QCOMPARE(read->training.accumulate, 8);
    }

    /// The settings of I3D_Finetune's finetune.py: ten of its batches of 6 in a step, and so ten times its
    /// rates; its rates change every 10,000 of its steps, of which an epoch of the 9537 clips of the first
    /// split has 1590.
    void tenHostsTrainI3dAsItsAuthorsDo()
    {
        const Result<Experiment> read =
            readExperimentFile(kTemplates + QStringLiteral("/i3d-ucf101.lockstep.json"));
        QVERIFY(read.ok());
        QCOMPARE(placeRanks(read->topology).size(), std::size_t(10));
        QCOMPARE(read->topology.links.size(), std::size_t(10));
        for (const Host& host : read->topology.hosts)
            QCOMPARE(host.facts, std::string("i7-7700, GTX 1060 6 GB, 16 GB"));
        QCOMPARE(framesOf(read->data), 64);
        const TrainingSpec& training = read->training;
        QCOMPARE(training.batch, 6);
        QCOMPARE(training.learningRate, 0.001);
        QVERIFY(training.schedule.scaleWithWorldSize);
        QCOMPARE(training.schedule.rates, (std::vector<double>{8e-4, 5e-4, 3e-4, 1e-4, 5e-5}));
        for (std::size_t i = 0; i < 5; ++i)
            QVERIFY(std::abs(training.schedule.milestones.at(i) - double(i + 1) * 10'000 / 1590) < 0.01);
        QCOMPARE(training.momentum, 0.9);
        QCOMPARE(training.weightDecay, 7e-7);
        QVERIFY(!training.decayAll); // kernels only
        QCOMPARE(training.epochs, 40);
        QCOMPARE(training.keepBest, 10);
        QCOMPARE(training.keepBestAbove, 0.75);
    }

    void strangersAndFutureModelsAreLeftOut()
    {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("b.lockstep.json")), R"({"version": 1, "name": "mine"})");
        write(folder.filePath(QStringLiteral("a.lockstep.json")), "{");
        write(folder.filePath(QStringLiteral("c.lockstep.json")),
              R"({"version": 1, "model": {"name": "i3d-of-later"}})");
        const QVector<Template> templates = availableTemplates(folder.path());
        QCOMPARE(templates.size(), 1);
        QCOMPARE(templates[0].name, QStringLiteral("mine"));
        QVERIFY(availableTemplates(folder.filePath(QStringLiteral("none"))).isEmpty());
    }

    void theGalleryYieldsWhatIsClicked()
    {
        StartGallery gallery(kTemplates, {QStringLiteral("/somewhere/mine.lockstep.json")});
        const QList<QCommandLinkButton*> cards = gallery.findChildren<QCommandLinkButton*>();
        QCOMPARE(cards.size(), availableTemplates(kTemplates).size());
        cards[2]->click();
        QCOMPARE(gallery.choice(), StartGallery::Choice::Template);
        QVERIFY(gallery.path().endsWith(QStringLiteral("mxnet-lenet.lockstep.json")));
        QCOMPARE(gallery.result(), int(QDialog::Accepted));
    }

    void theGalleryOpensRecentFiles()
    {
        StartGallery gallery(kTemplates, {QStringLiteral("/somewhere/mine.lockstep.json")});
        auto* list = gallery.findChild<QListWidget*>(QStringLiteral("recentList"));
        emit list->itemActivated(list->item(0));
        QCOMPARE(gallery.choice(), StartGallery::Choice::File);
        QCOMPARE(gallery.path(), QStringLiteral("/somewhere/mine.lockstep.json"));
        StartGallery empty(kTemplates, {});
        list = empty.findChild<QListWidget*>(QStringLiteral("recentList"));
        emit list->itemActivated(list->item(0));
        QCOMPARE(empty.choice(), StartGallery::Choice::None);
    }

    void theStripOffersTheOthers()
    {
        const QVector<Template> templates = availableTemplates(kTemplates);
        StartStrip strip(kTemplates, templates[0].path);
        QSignalSpy wanted(&strip, &StartStrip::templateWanted);
        QSignalSpy gallery(&strip, &StartStrip::galleryWanted);
        const QList<QPushButton*> buttons = strip.findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), templates.size());
        for (QPushButton* button : buttons)
            button->click();
        QCOMPARE(wanted.size(), templates.size() - 1);
        QCOMPARE(wanted.at(0).at(0).toString(), templates[1].path);
        QCOMPARE(gallery.size(), 1);
    }

private:
    static void write(const QString& path, const char* text)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("cannot write %s", qPrintable(path));
    }

    /// What goes on for certain is said so; what may have ended says when it was last heard of.
    void runsInProgressAreOffered()
    {
        const LiveRun certain{QStringLiteral("/runs/a"), QStringLiteral("Digits & more"), {}};
        const LiveRun remote{QStringLiteral("/runs/b"), QStringLiteral("Far away"),
                             QDateTime(QDate(2026, 11, 20), QTime(14, 5))};
        const auto textOf = [](const QVector<LiveRun>& runs) {
            return LiveRunStrip(runs).findChild<QLabel*>()->text();
        };
        QCOMPARE(textOf({certain}), QStringLiteral("1 run in progress:"));
        QCOMPARE(textOf({certain, remote}), QStringLiteral("2 runs in progress:"));
        const QString unsure = textOf({remote});
        QVERIFY2(unsure.startsWith(QStringLiteral("1 run in progress when last heard of (")) &&
                     unsure.contains(QStringLiteral("2:05")),
                 qPrintable(unsure));

        LiveRunStrip strip({certain, remote, certain});
        QSignalSpy opened(&strip, &LiveRunStrip::openWanted);
        QSignalSpy listed(&strip, &LiveRunStrip::listWanted);
        const QList<QPushButton*> buttons = strip.findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 3); // two of them, and the list
        QCOMPARE(buttons[0]->text(), QStringLiteral("Open “Digits && more”"));
        buttons[1]->click();
        QCOMPARE(opened.takeFirst()[0].toString(), QStringLiteral("/runs/b"));
        buttons[2]->click();
        QCOMPARE(listed.count(), 1);
        QCOMPARE(LiveRunStrip({certain}).findChildren<QPushButton*>().size(), 1);
    }
};

QTEST_MAIN(StartTest)
#include "start_test.moc"
