// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoints/checkpoint_bar.h"
#include "app/checkpoints/checkpoint_panel.h"
#include "app/checkpoints/checkpoint_table.h"
#include "app/checkpoints/run_checkpoints.h"
#include "app/summary/run_loader.h"
#include "tests/app/checkpoints/trained_checkpoints.h"
#include "tests/app/summary/recorded_run.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace lockstep;

namespace {

/// What a person would press in the dialog that comes.
void answerWith(const std::function<void(QWidget&)>& act)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, act] {
        if (QWidget* dialog = QApplication::activeModalWidget()) {
            timer->deleteLater();
            act(*dialog);
        }
    });
    timer->start(10);
}

QPushButton* button(QWidget& widget, const QString& text)
{
    for (QPushButton* each : widget.findChildren<QPushButton*>())
        if (each->text() == text)
            return each;
    return nullptr;
}

void press(QWidget& dialog, const QString& text)
{
    if (QPushButton* found = button(dialog, text))
        found->click();
    else
        QTest::qFail(qPrintable("there is no button " + text), __FILE__, __LINE__);
}

QAction* action(CheckpointPanel& panel, const QString& text)
{
    for (QAction* each : panel.findChild<CheckpointTable*>()->actions())
        if (each->text() == text)
            return each;
    return nullptr;
}

bool flipByte(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite) || !file.seek(file.size() / 2))
        return false;
    const char byte = static_cast<char>(file.peek(1)[0] ^ 1);
    return file.write(&byte, 1) == 1;
}

} // namespace

class CheckpointsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_host;
    std::unique_ptr<TrainedCheckpoints> m_hosted;
    std::unique_ptr<QTemporaryDir> m_runs;
    std::optional<RunFolder> m_folder;
    QString m_name; ///< of the newest checkpoint
    QString m_path; ///< "checkpoints/..."

    QVector<KeptCheckpoint> kept() const
    {
        QVector<KeptCheckpoint> kept;
        for (const QString& name : m_hosted->names()) {
            KeptCheckpoint summary;
            summary.step = name.mid(5).toLongLong();
            summary.path = "checkpoints/" + name.toStdString();
            summary.bytes = 1000;
            kept.append(summary);
        }
        return kept;
    }

private slots:
    void initTestCase()
    {
        m_hosted = std::make_unique<TrainedCheckpoints>(m_host.path());
        QVERIFY(m_hosted->ok());
        QCOMPARE(m_hosted->names().size(), 2);
        m_name = m_hosted->names().last();
        m_path = "checkpoints/" + m_name;
    }

    void init()
    {
        m_runs = std::make_unique<QTemporaryDir>();
        auto folder = writeRecordedRun(m_runs->path(), {.hosts = 2});
        QVERIFY(folder.ok());
        m_folder = *folder;
    }

    void theListIsOfAllComputersAndOfWhatHasMadeRoom()
    {
        const QString older = m_hosted->names().first();
        QVERIFY(m_hosted->copy(older, m_folder->path()));
        QVERIFY(QDir().mkpath(m_folder->path() + "/checkpoints/step-00000001")); // half a fetch
        CheckpointBook book;
        auto entries = listCheckpoints(*m_folder, kept().mid(1), book); // the host keeps the newer alone
        QCOMPARE(entries.size(), 2);
        QCOMPARE(entries[0].path, m_path);
        QVERIFY(entries[0].isOnHost && !entries[0].isHere);
        QVERIFY(!entries[1].isOnHost && entries[1].isHere);
        QCOMPARE(entries[1].saved.step, older.mid(5).toLongLong());
        QCOMPARE(entries[1].saved.epoch, 0);
        QVERIFY(entries[1].saved.top1.has_value());
        QVERIFY(entries[1].saved.bytes > 100'000);
        entries = listCheckpoints(*m_folder, kept(), book);
        QVERIFY(entries[1].isOnHost && entries[1].isHere);

        CheckpointModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.update(entries, "gpu-1"));
        QVERIFY(!model.update(entries, "gpu-1"));
        const auto cell = [&model](int row, int column) {
            return model.index(row, column).data().toString();
        };
        QCOMPARE(cell(0, CheckpointModel::Place), QStringLiteral("gpu-1"));
        QCOMPARE(cell(1, CheckpointModel::Place), QStringLiteral("gpu-1, copy here"));
        QCOMPARE(cell(1, CheckpointModel::Verified), QStringLiteral("Not checked"));
    }

    void aFlippedByteIsFoundAndTheVerdictIsOldWhenAFileChanges()
    {
        QVERIFY(m_hosted->copy(m_name, m_folder->path()));
        RunCheckpoints run(QStringLiteral(LOCKSTEP_ENGINE));
        run.setFolder(*m_folder);
        const auto verdict = [&] { return run.list({})[0].copyVerdict; };
        const auto verify = [&] {
            run.list({});
            run.verify(run.entries());
            QTRY_VERIFY(run.queue().present() == nullptr);
        };
        QVERIFY(!(run.list({}).isEmpty() || verdict()));
        verify();
        QVERIFY(verdict() && verdict()->damage.empty());
        const QString model = m_folder->path() + '/' + m_path + "/model.safetensors";
        QVERIFY(flipByte(model));
        QFile touched(model);
        QVERIFY(
            touched.open(QIODevice::ReadWrite) &&
            touched.setFileTime(QDateTime::currentDateTime().addSecs(5), QFileDevice::FileModificationTime));
        touched.close();
        QVERIFY(!verdict()); // it was of other bytes
        verify();
        QVERIFY(verdict() && verdict()->damage.english().starts_with("model.safetensors is damaged"));
        RunCheckpoints later{QString()}; // kept beside the run
        later.setFolder(*m_folder);
        QCOMPARE(later.list({})[0].copyVerdict, verdict());
        QVERIFY(QFile::resize(model, 10));
        verify();
        QVERIFY(verdict()->damage.english().starts_with("model.safetensors has 10 bytes"));
        QVERIFY(QFile::remove(model));
        verify();
        QCOMPARE(verdict()->damage.english(), std::string("model.safetensors is missing."));
    }

    void whatTheHostFoundAndDeletedIsOfTheAttemptThatSavedIt()
    {
        const QString path = QStringLiteral("checkpoints/step-00000600");
        CheckpointBook book = CheckpointBook::open(m_folder->path());
        const CheckpointVerdict whole{{}, QDateTime::fromMSecsSinceEpoch(1'795'219'200'000)};
        QVERIFY(book.setHostVerdict(path, whole, 2).ok());
        QVERIFY(book.setDiscarded(path, 2).ok());
        for (const CheckpointBook& each : {book, CheckpointBook::open(m_folder->path())}) {
            QCOMPARE(each.hostVerdict(path, 2), std::optional(whole));
            QVERIFY(!each.hostVerdict(path, 3));
            QVERIFY(each.isDiscarded(path, 2) && !each.isDiscarded(path, 3));
        }
        QFile file(m_folder->path() + "/checkpoints.json");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"version\":1,\"checkpoints\":[7]}") > 0);
        file.close();
        QVERIFY(!CheckpointBook::open(m_folder->path()).isDiscarded(path, 2));
    }

    void aCheckThatIsCancelledSaysNothingMore()
    {
        QVERIFY(m_hosted->copy(m_name, m_folder->path()));
        CheckpointQueue queue{QString()};
        queue.setFolder(m_folder->path());
        QSignalSpy checked(&queue, &CheckpointQueue::copyChecked);
        QSignalSpy failed(&queue, &CheckpointQueue::failed);
        queue.add({{.kind = CheckpointStep::Kind::CheckCopy, .path = m_path}});
        queue.cancel();
        QVERIFY(queue.present() == nullptr);
        queue.add({{.kind = CheckpointStep::Kind::CheckCopy, .path = m_path}});
        QTRY_COMPARE(checked.count(), 1);
        QCOMPARE(failed.count(), 0);
    }

    void weightsAreExportedAndWhatTheEngineRefusesIsSaid()
    {
        QVERIFY(m_hosted->copy(m_name, m_folder->path()));
        CheckpointQueue queue{QStringLiteral(LOCKSTEP_ENGINE)};
        queue.setFolder(m_folder->path());
        QSignalSpy failed(&queue, &CheckpointQueue::failed);
        const QString file = m_runs->filePath("weights.pth");
        bool isDone = false;
        const QVector<CheckpointStep> steps{
            {.kind = CheckpointStep::Kind::Export, .path = m_path, .file = file},
            {.kind = CheckpointStep::Kind::Then, .then = [&isDone] { isDone = true; }}};
        queue.add(steps);
        QTRY_VERIFY_WITH_TIMEOUT(isDone, 30'000);
        QVERIFY(QFileInfo(file).size() > 100'000);
        isDone = false;
        QVERIFY(flipByte(m_folder->path() + '/' + m_path + "/manifest.json"));
        queue.add(steps);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 30'000);
        QVERIFY(failed[0][0].value<Error>().message().find("manifest.json") != std::string::npos);
        QVERIFY(!isDone);
    }

    /// The window's side of the conversation with a host: what is wanted is fetched first, and then done.
    void whatIsOnItsHostIsFetchedFirst()
    {
        CheckpointPanel panel;
        panel.setFolder(*m_folder);
        panel.setSummary(loadRun(*m_folder).summary);
        QSignalSpy ordered(&panel, &CheckpointPanel::hostOrdered);
        QSignalSpy inside(&panel, &CheckpointPanel::insideWanted);
        action(panel, QStringLiteral("Look inside…"))->trigger();
        QCOMPARE(ordered.count(), 1);
        QCOMPARE(ordered[0][0].value<CheckpointDeed>(), CheckpointDeed::Fetch);
        const QString path = ordered[0][1].toString();
        QCOMPARE(path, QStringLiteral("checkpoints/step-00000360"));
        QVERIFY(!action(panel, QStringLiteral("Verify"))->isEnabled()); // one thing at a time
        panel.hostProgressed(path, 50, 100);
        panel.hostFinished(
            {.deed = CheckpointDeed::Fetch, .checkpoint = "checkpoints/step-00000001", .error = {}});
        QCOMPARE(inside.count(), 0);
        panel.hostFinished({.deed = CheckpointDeed::Fetch, .checkpoint = path, .error = {}});
        QCOMPARE(inside.count(), 1);
        QCOMPARE(inside[0][0].toString(), m_folder->path() + '/' + path);
        // What cannot be fetched is not looked into, and why is said.
        action(panel, QStringLiteral("Evaluate…"))->trigger();
        QSignalSpy evaluated(&panel, &CheckpointPanel::evaluationWanted);
        panel.hostFinished(
            {.deed = CheckpointDeed::Fetch, .checkpoint = path, .error = Error{"The disk is full.", {}, {}}});
        QCOMPARE(evaluated.count(), 0);
        bool isSaid = false;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            isSaid = isSaid || label->text().contains(QStringLiteral("The disk is full."));
        QVERIFY(isSaid);
        QVERIFY(action(panel, QStringLiteral("Fetch"))->isEnabled());
    }

    void cancelTakesTheOrderBack()
    {
        CheckpointPanel panel;
        panel.setFolder(*m_folder);
        panel.setSummary(loadRun(*m_folder).summary);
        QSignalSpy takenBack(&panel, &CheckpointPanel::hostTakenBack);
        QPushButton* fetch = button(panel, QStringLiteral("Fetch"));
        fetch->click();
        button(panel, QStringLiteral("Cancel"))->click();
        QCOMPARE(takenBack.count(), 1);
        QVERIFY(fetch->isEnabled());
    }

    void ofARunThatTrainsTheNewestIsNotOfferedForDeletion()
    {
        CheckpointPanel panel;
        panel.setFolder(*m_folder);
        panel.setSummary(loadRun(*m_folder).summary);
        QSignalSpy ordered(&panel, &CheckpointPanel::hostOrdered);
        panel.setLive(true);
        QVERIFY(!action(panel, QStringLiteral("Resume from this…"))->isEnabled());
        answerWith([](QWidget& dialog) {
            for (const QCheckBox* box : dialog.findChildren<QCheckBox*>())
                QVERIFY(!box->isEnabled() || box->isHidden());
            QVERIFY(!button(dialog, QStringLiteral("Delete"))->isEnabled());
            press(dialog, QStringLiteral("Cancel"));
        });
        action(panel, QStringLiteral("Delete…"))->trigger();
        QCOMPARE(ordered.count(), 0);
        panel.setLive(false);
        answerWith([](QWidget& dialog) { press(dialog, QStringLiteral("Delete")); });
        action(panel, QStringLiteral("Delete…"))->trigger();
        QCOMPARE(ordered.count(), 1);
        QCOMPARE(ordered[0][0].value<CheckpointDeed>(), CheckpointDeed::Discard);
        const auto* table = panel.findChild<CheckpointTable*>();
        const int rows = table->model()->rowCount();
        panel.hostFinished(
            {.deed = CheckpointDeed::Discard, .checkpoint = ordered[0][1].toString(), .error = {}});
        QCOMPARE(table->model()->rowCount(), rows - 1);
        QVERIFY(CheckpointBook::open(m_folder->path()).isDiscarded(ordered[0][1].toString(), 1));
    }

    void resumeFromAnOlderOneIsAskedOnceAndSaysWhatGoes()
    {
        CheckpointPanel panel;
        panel.setFolder(*m_folder);
        panel.setSummary(loadRun(*m_folder).summary);
        auto* table = panel.findChild<CheckpointTable*>();
        QSignalSpy resumed(&panel, &CheckpointPanel::resumeWanted);
        table->selectRow(table->model()->rowCount() - 1);
        QString said;
        answerWith([&said](QWidget& dialog) {
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                said += label->text();
            press(dialog, QStringLiteral("Resume"));
        });
        action(panel, QStringLiteral("Resume from this…"))->trigger();
        QCOMPARE(resumed.count(), 1);
        QCOMPARE(resumed[0][0].toLongLong(), table->chosen()[0].saved.step);
        QVERIFY2(said.contains(QStringLiteral("360")), qPrintable(said));
    }

    void fineTuningStartsWhereTheHostSaysThatTheWeightsLie()
    {
        CheckpointPanel panel;
        panel.setFolder(*m_folder);
        panel.setSummary(loadRun(*m_folder).summary);
        QSignalSpy ordered(&panel, &CheckpointPanel::hostOrdered);
        QSignalSpy wanted(&panel, &CheckpointPanel::experimentWanted);
        action(panel, QStringLiteral("Fine-tune from this"))->trigger();
        QCOMPARE(ordered[0][0].value<CheckpointDeed>(), CheckpointDeed::Check);
        CheckpointOutcome outcome{
            .deed = CheckpointDeed::Check, .checkpoint = ordered[0][1].toString(), .error = {}};
        outcome.checked = {{"%1 is missing.", {"model.safetensors"}}, "/home/ada/x", 1};
        panel.hostFinished(outcome);
        QCOMPARE(wanted.count(), 0); // damaged weights are no beginning
        action(panel, QStringLiteral("Fine-tune from this"))->trigger();
        outcome.checked.damage = {};
        panel.hostFinished(outcome);
        QCOMPARE(wanted.count(), 1);
        const auto experiment = wanted[0][0].value<Experiment>();
        QCOMPARE(experiment.model.weights, std::string("/home/ada/x"));
        QVERIFY(experiment.name != m_folder->experiment().name);
        Experiment same = m_folder->experiment();
        same.name = experiment.name;
        same.model.weights = experiment.model.weights;
        QVERIFY(experiment == same);
    }
};

QTEST_MAIN(CheckpointsTest)
#include "checkpoints_test.moc"
