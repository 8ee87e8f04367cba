// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bundle alone, in an empty root: no C library, no loader, no shell, no /proc. As root by chroot(8), else
// in a user namespace.
#include "engine/protocol/experiment.h"
#include "engine/protocol/host_report.h"
#include "remote/bundle/bundle.h"
#include "tests/support/local_sshd.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <set>
#include <unistd.h>

namespace lockstep {

class BundleTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyFileIsListed();
    void saysItsVersion();
    void probes();
    void trains();

private:
    int runInside(const QStringList& arguments, QByteArray* output) const;

    const QString m_bundle = QStringLiteral(LOCKSTEP_BINARY_DIR "/lib/lockstep/bundle");
    QTemporaryDir m_root;
    std::string m_loader;
};

void BundleTest::initTestCase()
{
    const auto bundle = readBundle(m_bundle);
    QVERIFY2(bundle.ok(), bundle ? "" : bundle.error().message().c_str());
    m_loader = bundle->loader;
    QCOMPARE(runProgram("cp", {"-r", m_bundle, m_root.filePath("bundle")}), 0);
}

int BundleTest::runInside(const QStringList& arguments, QByteArray* output) const
{
    QStringList command{"chroot",         m_root.path(), "/bundle/" + QString::fromStdString(m_loader),
                        "--library-path", "/bundle/lib", "/bundle/lockstep-engine"};
    command += arguments;
    if (::geteuid() != 0)
        command = QStringList{"unshare", "-r"} + command;
    return runProgram(command.first(), command.mid(1), output);
}

void BundleTest::everyFileIsListed()
{
    QCOMPARE(runProgram("/bin/sh", {"-c", "cd '" + m_bundle + "' && sha256sum -c --quiet MANIFEST.sha256"}),
             0);
    std::set<std::string> listed, found;
    const auto bundle = readBundle(m_bundle);
    for (const PayloadFile& file : bundle->files)
        listed.insert(file.path);
    for (QDirIterator files(m_bundle, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        found.insert(QDir(m_bundle).relativeFilePath(files.next()).toStdString());
    QVERIFY(listed == found);
}

void BundleTest::saysItsVersion()
{
    QByteArray said;
    QCOMPARE(runInside({"--version"}, &said), 0);
    QVERIFY2(lastLine(said).startsWith("lockstep-engine " LOCKSTEP_VERSION), said.constData());
}

void BundleTest::probes()
{
    QByteArray said;
    QCOMPARE(runInside({"probe"}, &said), 0);
    const auto report = parseHostReport(lastLine(said).toStdString());
    QVERIFY2(report.ok(), said.constData());
    QVERIFY(report->cores >= 1);
}

void BundleTest::trains()
{
    Experiment experiment;
    experiment.name = "Empty root";
    experiment.training.epochs = 1;
    experiment.training.batch = 500;
    Host host;
    host.id = host.name = "here";
    host.connection = Connection::Local;
    host.devices.resize(1);
    experiment.topology.hosts = {host};
    QFile document(m_root.filePath("experiment.lockstep.json"));
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(QByteArray::fromStdString(toJson(experiment)));
    document.close();
    QByteArray said;
    const int status =
        runInside({"train", "/experiment.lockstep.json", "--run-folder", "/run", "--threads", "1"}, &said);
    QVERIFY2(status == 0, said.constData());
    QVERIFY(QFile::exists(m_root.filePath("run/attempt-1/rank-0.jsonl")));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::BundleTest)
#include "bundle_test.moc"
