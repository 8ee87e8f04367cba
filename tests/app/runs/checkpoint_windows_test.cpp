// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the buttons below the list of checkpoints to the windows that they open, with the engine and real
// checkpoints.
#include "app/checkpoints/checkpoint_panel.h"
#include "app/checkpoints/checkpoint_table.h"
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/inside_dialog.h"
#include "app/insight/insight_table.h"
#include "app/runs/checkpoint_windows.h"
#include "tests/app/insight/short_training.h"
#include "tests/app/private_settings.h"

#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <utility>

using namespace lockstep;

namespace {

constexpr int kPatienceMs = 60'000;

/// Files and folders below `from`.
bool copyFolder(const QString& from, const QString& to)
{
    bool isWhole = QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString target = to + u'/' + entry.fileName();
        isWhole =
            (entry.isDir() ? copyFolder(entry.filePath(), target) : QFile::copy(entry.filePath(), target)) &&
            isWhole;
    }
    return isWhole;
}

} // namespace

class CheckpointWindowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        usePrivateSettings(m_home);
        QVERIFY(m_training.ok());
        QFile document(m_training.experiment());
        QVERIFY(document.open(QIODevice::ReadOnly));
        const Result<Experiment> experiment = parseExperiment(document.readAll().toStdString());
        QVERIFY(experiment.ok());
        const Result<RunFolder> folder = RunFolder::create(m_home.filePath("runs"), *experiment);
        QVERIFY(folder.ok());
        m_folder = *folder;
        QVERIFY(copyFolder(m_training.path("run/checkpoints"), m_folder->path() + "/checkpoints"));
    }

    void init()
    {
        m_panel = std::make_unique<CheckpointPanel>();
        openWindowsOf(*m_panel, QStringLiteral(LOCKSTEP_ENGINE),
                      [this]() -> const RunFolder& { return *m_folder; });
        m_panel->setFolder(*m_folder);
        m_panel->resize(700, 300);
        m_panel->show();
        QTRY_COMPARE(m_panel->findChild<CheckpointTable*>()->model()->rowCount(), 2);
    }

    void lookInsideOpensTheChosenOne()
    {
        choose({0});
        press("Look inside…");
        auto* window = m_panel->findChild<InsideDialog*>();
        QVERIFY(window && window->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(rowsOf(*window, "tensorTable"), 12, kPatienceMs);
        QVERIFY(window->findChild<QLabel*>()->text().contains("mnist-cnn"));
        // It stands by itself, and closes by itself.
        const QPointer<QDialog> closing = window;
        window->close();
        QTRY_VERIFY(!closing);
    }

    void compareTakesTheOlderOneFirst()
    {
        choose({0, 1});
        press("Compare…");
        auto* window = m_panel->findChild<DifferenceDialog*>();
        QVERIFY(window && window->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(rowsOf(*window, "differenceTable"), 12, kPatienceMs);
        const QString heading = window->findChild<QLabel*>()->text();
        QVERIFY2(heading.indexOf(QDir(m_training.earlier()).dirName()) <
                     heading.indexOf(QDir(m_training.last()).dirName()),
                 qPrintable(heading));
    }

    /// On the data that the run's own experiment names.
    void evaluateMeasuresOnTheDataOfTheRun()
    {
        choose({0});
        press("Evaluate…");
        auto* window = m_panel->findChild<EvaluationDialog*>();
        QVERIFY(window && window->isVisible());
        window->findChild<QPushButton*>("evaluationStart")->click();
        const auto* result = window->findChild<QLabel*>("evaluationResult");
        QTRY_VERIFY_WITH_TIMEOUT(result->isVisible(), kPatienceMs);
        QVERIFY2(result->text().contains(QLocale().toString(2000)), qPrintable(result->text()));
        QCOMPARE(rowsOf(*window, "classTable"), 10);
    }

    /// Of a run on another host: the order goes out, and its outcome comes to the window.
    void evaluateAsksTheHostOfTheRun()
    {
        Experiment experiment = m_folder->experiment();
        Host& host = experiment.topology.hosts.at(0);
        host.name = "gpu-1";
        host.connection = Connection::Ssh;
        host.address = "192.0.2.7";
        const Result<RunFolder> far = RunFolder::create(m_home.filePath("runs"), experiment);
        QVERIFY(far.ok() && copyFolder(m_training.path("run/checkpoints"), far->path() + "/checkpoints"));
        const std::optional<RunFolder> here = std::exchange(m_folder, *far);
        m_panel->setFolder(*m_folder);
        choose({0});
        press("Evaluate…");
        auto* window = m_panel->findChild<EvaluationDialog*>();
        QVERIFY(window);
        window->findChild<QComboBox*>("evaluationPlace")->setCurrentIndex(1);
        const QSignalSpy ordered(m_panel.get(), &CheckpointPanel::hostOrdered);
        window->findChild<QPushButton*>("evaluationStart")->click();
        QCOMPARE(ordered.count(), 1);
        QCOMPARE(ordered[0][0].value<CheckpointDeed>(), CheckpointDeed::Evaluate);
        const QString checkpoint = ordered[0][1].toString();
        QCOMPARE(checkpoint, "checkpoints/" + QDir(m_training.last()).dirName());
        const auto* state = window->findChild<QLabel*>("callState");
        m_panel->hostProgressed(checkpoint, 100, 2000);
        QVERIFY2(state->text().contains("100"), qPrintable(state->text()));
        m_panel->hostFinished({.deed = CheckpointDeed::Evaluate,
                               .checkpoint = checkpoint,
                               .error = Error{"The host is gone.", {}, {}}});
        QCOMPARE(state->text(), QString("The host is gone."));
        window->findChild<QPushButton*>("evaluationStart")->click();
        QProcess engine;
        engine.start(LOCKSTEP_ENGINE, {"evaluate", m_training.last(), "--json"});
        QVERIFY(engine.waitForFinished(kPatienceMs));
        m_panel->hostFinished({.deed = CheckpointDeed::Evaluate,
                               .checkpoint = checkpoint,
                               .error = {},
                               .report = engine.readAllStandardOutput()});
        QTRY_VERIFY(window->findChild<QLabel*>("evaluationResult")->isVisible());
        m_folder = here;
    }

    void windowsGoWithThePage()
    {
        choose({0});
        press("Look inside…");
        const QPointer<QDialog> window = m_panel->findChild<InsideDialog*>();
        QVERIFY(window);
        m_panel.reset();
        QVERIFY(!window);
    }

private:
    void choose(const QList<int>& rows)
    {
        auto* table = m_panel->findChild<CheckpointTable*>();
        table->clearSelection();
        for (const int row : rows)
            table->selectionModel()->select(table->model()->index(row, 0),
                                            QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    void press(const QString& text)
    {
        for (QPushButton* button : m_panel->findChildren<QPushButton*>()) {
            if (button->text() != text)
                continue;
            QVERIFY(button->isEnabled());
            return button->click();
        }
        QTest::qFail("there is no such button", __FILE__, __LINE__);
    }
    static int rowsOf(const QDialog& window, const char* table)
    {
        return window.findChild<InsightTable*>(QLatin1String(table))->model()->rowCount();
    }

    QTemporaryDir m_home;
    const ShortTraining m_training;
    std::optional<RunFolder> m_folder;
    std::unique_ptr<CheckpointPanel> m_panel;
};

QTEST_MAIN(CheckpointWindowsTest)
#include "checkpoint_windows_test.moc"
