// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's questions: about files that others changed or damaged, about work that was rescued; the list
// of problems; files that are dropped.
#include "app/document/autosave.h"
#include "app/document/document_edits.h"
#include "app/inspector/inspector.h"
#include "app/runs/foreign_page.h"
#include "app/start/start_strip.h"
#include "app/topology/topology_scene.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/live_problems.h"
#include "app/window/main_window.h"
#include "app/window/problem_model.h"
#include "app/window/problem_panel.h"
#include "tests/app/private_settings.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <memory>

using namespace lockstep;

namespace {

const QString kTemplates = QStringLiteral(LOCKSTEP_SOURCE_DIR "/resources/templates");

QByteArray bytesOf(const char* name)
{
    Experiment experiment;
    experiment.name = name;
    return QByteArray::fromStdString(toJson(experiment));
}

QByteArray rescued()
{
    const QByteArray document = bytesOf("found").replace("\n", "").replace("\"", "\\\"");
    return "{\"path\": \"\", \"title\": \"lost\", \"document\": \"" + document + "\"}";
}

} // namespace

class SafetyTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        usePrivateSettings(m_folder);
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder.filePath(QStringLiteral("data"))));
    }

    void init()
    {
        RemoteOptions options;
        options.runsFolder = m_folder.filePath(QStringLiteral("runs"));
        m_window = std::make_unique<MainWindow>(options);
        m_path = m_folder.filePath(QStringLiteral("mine.lockstep.json"));
        m_recovery = m_folder.filePath(QStringLiteral("recovery"));
        write(bytesOf("first"));
        QVERIFY(m_window->documentActions().openFile(m_path));
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_answers.reset();
        m_window.reset();
        QDir(m_recovery).removeRecursively();
    }

    void aFileThatOthersChangedIsLoadedWhenAsked()
    {
        m_window->keepSafe(m_recovery);
        answerNext("Load the file");
        write(bytesOf("second"));
        QTRY_VERIFY_WITH_TIMEOUT(m_answered, 10'000);
        QTRY_COMPARE(document().experiment().name, std::string("second"));
        QVERIFY(!document().isModified());
    }

    void whatOneKeepsInsteadIsUnsaved()
    {
        m_window->keepSafe(m_recovery);
        answerNext("Keep mine");
        write(bytesOf("second"));
        QTRY_VERIFY_WITH_TIMEOUT(m_answered, 10'000);
        QTRY_VERIFY(document().isModified());
        QCOMPARE(document().experiment().name, std::string("first"));
        QVERIFY(m_window->documentActions().save()); // asked once is enough
        QCOMPARE(readExperimentFile(m_path)->name, std::string("first"));
    }

    void aFileThatVanishedIsWrittenAgainWhenAsked()
    {
        m_window->keepSafe(m_recovery);
        answerNext("Save it again");
        QVERIFY(QFile::remove(m_path));
        QTRY_VERIFY_WITH_TIMEOUT(m_answered, 10'000);
        QTRY_VERIFY(QFile::exists(m_path));
        QVERIFY(!document().isModified());
    }

    /// Even when nobody watched, as on a network disk.
    void savingOverForeignChangesAsks()
    {
        write(bytesOf("second"));
        addHost(document(), HostKind::CpuHost, {});
        answerNext("Cancel");
        QVERIFY(!m_window->documentActions().save());
        QVERIFY(m_answered);
        QCOMPARE(readExperimentFile(m_path)->name, std::string("second"));
        answerNext("Replace it");
        QVERIFY(m_window->documentActions().save());
        QCOMPARE(readExperimentFile(m_path)->name, std::string("first"));
    }

    void aDamagedFileOffersWhatWasSavedThere()
    {
        addHost(document(), HostKind::CpuHost, {});
        QVERIFY(m_window->documentActions().save());
        const Experiment saved = document().experiment();
        document().reset({});
        write("{\"version\": 1, \"topo");
        answerNext("Cancel");
        QVERIFY(!m_window->documentActions().openFile(m_path));
        QVERIFY(m_text.contains(QStringLiteral("Line 1")));
        answerNext("Open the copy");
        QVERIFY(m_window->documentActions().openFile(m_path));
        QVERIFY(document().experiment() == saved);
        QVERIFY(document().isModified());
        QCOMPARE(document().path(), m_path);
    }

    void aNewerFileOffersWhatWasSavedThere()
    {
        QVERIFY(m_window->documentActions().save());
        write("{\"version\": 2}");
        answerNext("Cancel");
        QVERIFY(!m_window->documentActions().openFile(m_path));
        QVERIFY(m_text.contains(QStringLiteral("newer")));
        QCOMPARE(document().experiment().name, std::string("first"));
    }

    void rescuedWorkIsOffered()
    {
        QVERIFY(QDir().mkpath(m_recovery));
        QFile file(m_recovery + QStringLiteral("/x.recovery.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(rescued());
        file.close();
        answerNext("Later");
        m_window->keepSafe(m_recovery);
        QVERIFY(m_answered && m_text.contains(QStringLiteral("lost")));
        QVERIFY(file.exists());
        answerNext("Restore");
        m_window->keepSafe(m_recovery);
        QCOMPARE(document().experiment().name, std::string("found"));
        QVERIFY(document().isModified() && document().path().isEmpty());
        QVERIFY(!file.exists());
        QCOMPARE(QDir(m_recovery).entryList({QStringLiteral("*.recovery.json")}).size(),
                 1); // under its new keeper
    }

    void droppedFilesAreOpened()
    {
        const QString other = m_folder.filePath(QStringLiteral("other.lockstep.json"));
        QFile file(other);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytesOf("other")) > 0);
        file.close();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(other)});
        QVERIFY(drop(data));
        QTRY_COMPARE(document().experiment().name, std::string("other"));
        QVERIFY(QFile::exists(other));
        // A log of another program has a window of its own, and the experiment stays.
        const QString log = m_folder.filePath(QStringLiteral("worklog.0"));
        QFile worklog(log);
        QVERIFY(worklog.open(QIODevice::WriteOnly) &&
                worklog.write("epoch: 0, batch_id: 10, loss is: [0.5]\n") > 0);
        worklog.close();
        data.setUrls({QUrl::fromLocalFile(log)});
        QVERIFY(drop(data));
        QTRY_VERIFY(m_window->findChild<ForeignPage*>());
        QCOMPARE(m_window->findChild<ForeignPage*>()->windowTitle(), QStringLiteral("worklog.0"));
        QCOMPARE(document().experiment().name, std::string("other"));
        m_window->findChild<ForeignPage*>()->close();
        data.setUrls({QUrl(QStringLiteral("https://example.org/x.lockstep.json"))});
        QVERIFY(!drop(data));
        data.setUrls({QUrl::fromLocalFile(other), QUrl::fromLocalFile(m_path)});
        QVERIFY(!drop(data));
    }

    void problemsLeadToTheirPlace()
    {
        QVERIFY(m_window->documentActions().openTemplate(kTemplates +
                                                         QStringLiteral("/ceni-resnet18.lockstep.json")));
        DesignPage& page = m_window->designPage();
        auto* panel = page.findChild<ProblemPanel*>();
        QVERIFY(panel->isHidden());
        m_window->findChild<QToolButton*>(QStringLiteral("problemButton"))->click();
        QVERIFY(panel->isVisible());
        QAbstractItemModelTester tester(&panel->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QTRY_VERIFY_WITH_TIMEOUT(panel->model().rowCount() >= 4, 5000);
        auto* list = panel->findChild<QListView*>();
        emit list->activated(panel->model().index(1));
        QCOMPARE(page.scene().selection(), (ElementSet{{"host-2"}, {}}));
        auto* address = page.inspector().panel().findChild<QLineEdit*>(QStringLiteral("address"));
        QVERIFY(address && address->hasFocus());
        const int before = panel->model().rowCount();
        QTest::keyClicks(address, QStringLiteral("10.0.0.2"));
        QTRY_COMPARE_WITH_TIMEOUT(panel->model().rowCount(), before - 1, 5000);
        emit list->activated(panel->model().index(2));
        QVERIFY(page.scene().selection().isEmpty());
        auto* path = page.inspector().panel().findChild<QLineEdit*>(QStringLiteral("data.path"));
        QVERIFY(path && path->hasFocus());
    }

    void theStartIsOfferedUntilTheDocumentChanges()
    {
        const QString demonstration = kTemplates + QStringLiteral("/digits-local.lockstep.json");
        QVERIFY(m_window->documentActions().openTemplate(demonstration));
        m_window->designPage().showStart(demonstration);
        auto* strip = m_window->designPage().findChild<StartStrip*>();
        QVERIFY(strip);
        strip->findChildren<QPushButton*>()[1]->click();
        QTRY_COMPARE(document().experiment().model.name, std::string("lenet"));
        QTRY_VERIFY(!m_window->designPage().findChild<StartStrip*>());
    }

private:
    ExperimentDocument& document() { return m_window->document(); }

    void write(const QByteArray& bytes)
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }

    /// Whether the window took it.
    bool drop(const QMimeData& data)
    {
        QDragEnterEvent enter({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QCoreApplication::sendEvent(m_window.get(), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        event.ignore();
        QCoreApplication::sendEvent(m_window.get(), &event);
        return event.isAccepted();
    }

    /// Presses the button with this text of the next message box that appears.
    void answerNext(const char* text)
    {
        m_answered = false;
        m_answers = std::make_unique<QTimer>();
        connect(m_answers.get(), &QTimer::timeout, this, [this, text] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            for (QAbstractButton* button : box->buttons()) {
                if (button->text().remove(u'&') != QLatin1String(text))
                    continue;
                m_answered = true;
                m_text = box->text() + box->informativeText();
                m_answers->stop();
                button->click();
                return;
            }
        });
        m_answers->start(20);
    }

    QTemporaryDir m_folder;
    QString m_path;
    QString m_recovery;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QTimer> m_answers;
    bool m_answered = false;
    QString m_text;
};

QTEST_MAIN(SafetyTest)
#include "safety_test.moc"
