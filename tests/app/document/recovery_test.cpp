// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Work that must not be lost: after a crash, after other programs' changes to the file. The crash is a real
// one: this program starts itself, changes a document there and is killed.
#include "app/document/autosave.h"
#include "app/document/document_edits.h"
#include "app/document/file_watch.h"
#include "app/document/kept_copies.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <unistd.h>

using namespace lockstep;

namespace {

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What the program that dies does: opens a document and changes it.
int changeAndDie(const QString& folder, const QString& path)
{
    ExperimentDocument document;
    Autosave autosave(document, folder);
    if (!document.open(path))
        return 1;
    addHost(document, HostKind::CpuHost, {});
    for (int i = 0; i < 100 && !QFile::exists(autosave.file()); ++i)
        QTest::qWait(100);
    kill(getpid(), SIGKILL);
    return 2;
}

} // namespace

class RecoveryTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("mine.lockstep.json"));
        m_recovery = m_folder->filePath(QStringLiteral("recovery"));
        Experiment experiment;
        experiment.name = "mine";
        write(m_path, QByteArray::fromStdString(toJson(experiment)));
    }

    void killedProgramsLeaveTheirChanges()
    {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--die"), m_recovery, m_path});
        QVERIFY(child.waitForFinished(30'000));
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        std::vector<AbandonedDocument> found = abandonedDocuments(m_recovery);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].path, m_path);
        QVERIFY(found[0].experiment.ok());
        QCOMPARE(found[0].experiment->topology.hosts.size(), std::size_t(1));

        ExperimentDocument document;
        document.restore(*found[0].experiment, found[0].path, found[0].fileHash);
        QVERIFY(document.isModified());
        QCOMPARE(document.fileState(), ExperimentDocument::FileState::Same);
        QVERIFY(document.save(document.path()).ok());
        QVERIFY(!document.isModified());
        found[0].discard();
        found.clear();
        QVERIFY(QDir(m_recovery).isEmpty());
        QCOMPARE(readExperimentFile(m_path)->topology.hosts.size(), std::size_t(1));
    }

    void twoProgramsDoNotRescueOneDocument()
    {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--die"), m_recovery, m_path});
        QVERIFY(child.waitForFinished(30'000));
        const std::vector<AbandonedDocument> first = abandonedDocuments(m_recovery);
        QCOMPARE(first.size(), std::size_t(1));
        QVERIFY(abandonedDocuments(m_recovery).empty());
    }

    void livingProgramsKeepTheirs()
    {
        ExperimentDocument document;
        QVERIFY(document.open(m_path).ok());
        Autosave autosave(document, m_recovery);
        QVERIFY(!QFile::exists(autosave.file()));
        addHost(document, HostKind::CpuHost, {});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(autosave.file()), 10'000);
        QVERIFY(abandonedDocuments(m_recovery).empty());
        document.undoStack().undo();
        QVERIFY(!QFile::exists(autosave.file())); // nothing is unsaved any more
        QVERIFY(QDir(m_recovery).isEmpty());
    }

    void leavingInPeaceLeavesNothing()
    {
        {
            ExperimentDocument document;
            Autosave autosave(document, m_recovery);
            addHost(document, HostKind::CpuHost, {});
            autosave.flush();
            QVERIFY(QFile::exists(autosave.file()));
        }
        QVERIFY(QDir(m_recovery).isEmpty());
    }

    void aFolderThatCannotBeWrittenIsSaidOnce()
    {
        write(m_recovery, "a file stands there");
        ExperimentDocument document;
        Autosave autosave(document, m_recovery);
        QSignalSpy failed(&autosave, &Autosave::failed);
        addHost(document, HostKind::CpuHost, {});
        autosave.flush();
        addHost(document, HostKind::CpuHost, {});
        autosave.flush();
        QCOMPARE(failed.size(), 1);
    }

    void damagedRescuesAreNamed()
    {
        QVERIFY(QDir().mkpath(m_recovery));
        write(m_recovery + QStringLiteral("/x.recovery.json"), "{\"path\": \"/a\", \"docu");
        write(m_recovery + QStringLiteral("/y.recovery.json"), "{\"document\": \"{}\", \"title\": \"y\"}");
        std::vector<AbandonedDocument> found = abandonedDocuments(m_recovery);
        QCOMPARE(found.size(), std::size_t(2));
        for (AbandonedDocument& abandoned : found) {
            QVERIFY(!abandoned.experiment.ok());
            QVERIFY(!abandoned.experiment.error().message().empty());
            abandoned.discard();
        }
        found.clear();
        QVERIFY(QDir(m_recovery).isEmpty());
    }

    void changesByOthersAreNoticed_data()
    {
        QTest::addColumn<bool>("replaces");
        QTest::newRow("written into") << false;
        QTest::newRow("replaced by another file") << true;
    }
    void changesByOthersAreNoticed()
    {
        QFETCH(bool, replaces);
        ExperimentDocument document;
        QVERIFY(document.open(m_path).ok());
        FileWatch watch(document);
        QSignalSpy changed(&watch, &FileWatch::changedByOthers);
        Experiment other = document.experiment();
        other.name = "other";
        const QByteArray bytes = QByteArray::fromStdString(toJson(other));
        if (replaces) {
            write(m_path + QStringLiteral("~"), bytes);
            QVERIFY(std::rename((m_path + QStringLiteral("~")).toUtf8(), m_path.toUtf8()) == 0);
        } else {
            write(m_path, bytes);
        }
        QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, 10'000);
        QCOMPARE(document.fileState(), ExperimentDocument::FileState::Changed);
        document.acceptFile();
        QCOMPARE(document.fileState(), ExperimentDocument::FileState::Same);
        QVERIFY(document.isModified()); // what is shown is not what is in the file
    }

    void ownSavesAreNoChange()
    {
        ExperimentDocument document;
        QVERIFY(document.open(m_path).ok());
        FileWatch watch(document);
        QSignalSpy changed(&watch, &FileWatch::changedByOthers);
        addHost(document, HostKind::CpuHost, {});
        QVERIFY(document.save(m_path).ok());
        QTest::qWait(700);
        QCOMPARE(changed.size(), 0);
    }

    void removedFilesAreNoticed()
    {
        ExperimentDocument document;
        QVERIFY(document.open(m_path).ok());
        FileWatch watch(document);
        QSignalSpy changed(&watch, &FileWatch::changedByOthers);
        QVERIFY(QFile::remove(m_path));
        QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, 10'000);
        QCOMPARE(document.fileState(), ExperimentDocument::FileState::Gone);
    }

    void copiesOfTheLastSaves()
    {
        const QString folder = m_folder->filePath(QStringLiteral("copies"));
        QVERIFY(keptCopy(folder, m_path).isEmpty());
        keepCopy(folder, m_path, "one");
        keepCopy(folder, m_path, "two");
        QCOMPARE(read(keptCopy(folder, m_path)), QByteArray("two"));
        for (int i = 0; i < 60; ++i)
            keepCopy(folder, QStringLiteral("/elsewhere/%1").arg(i), "x");
        QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 50);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    QString m_recovery;
};

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--die"))
        return changeAndDie(arguments.value(2), arguments.value(3));
    RecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "recovery_test.moc"
