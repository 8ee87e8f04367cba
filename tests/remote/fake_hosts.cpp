// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/fake_hosts.h"

#include <QDir>

namespace lockstep {

Experiment FakeHosts::experiment(std::vector<Host> hosts) const
{
    Experiment answer;
    answer.name = "Fake";
    answer.topology.hosts = std::move(hosts);
    for (std::size_t i = 0; i < answer.topology.hosts.size(); ++i)
        answer.topology.hosts[i].id = "host-" + std::to_string(i + 1);
    return answer;
}

void FakeHosts::configure(const QString& home, const QByteArray& text) const
{
    QFile file(home + "/fake.conf");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

void FakeHosts::startHosts()
{
    m_a = std::make_unique<LocalSshd>();
    LocalSshd::Options options;
    options.address = "127.0.0.3";
    m_b = std::make_unique<LocalSshd>(options);
    QVERIFY2(m_a->error().isEmpty() && m_b->error().isEmpty(), qPrintable(m_a->error() + m_b->error()));
    m_b->authorize(QString::fromUtf8(contentOf(m_a->identityFile() + ".pub").trimmed()));
    m_home = m_a->scratch("this-computer");
    QVERIFY(QDir().mkpath(m_home));
    ::setenv("HOME", qPrintable(m_home), 1);
}

void FakeHosts::freshRuns()
{
    m_runs = std::make_unique<QTemporaryDir>();
    for (const QString& home : {m_a->home(), m_b->home(), m_home})
        configure(home, "records=300 seconds=1");
}

void FakeHosts::verifyMirrors(const RunController& controller, const std::map<int, QString>& homes) const
{
    int rank = 0;
    const auto& hosts = controller.folder().experiment().topology.hosts;
    for (std::size_t h = 0; h < hosts.size(); ++h)
        for (std::size_t i = 0; i < hosts[h].devices.size(); ++i, ++rank) {
            const QString folder = homes.at(static_cast<int>(h)) + "/.lockstep/runs/" +
                                   controller.folder().info().id + "/host-" + QString::number(h) +
                                   "/attempt-1/rank-" + QString::number(rank);
            const QByteArray journal = contentOf(folder + ".jsonl");
            QVERIFY(journal.size() > 1000);
            QVERIFY(contentOf(controller.folder().journalPath(rank)) == journal);
            QVERIFY(contentOf(controller.folder().logPath(rank)) == contentOf(folder + ".log"));
        }
}

RemoteOptions FakeHosts::options() const
{
    return remoteOptions(m_runs->path(), QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/lockstep-fake-engine"),
                         QStringLiteral(LOCKSTEP_BINARY_DIR "/tests/fake-bundle"), m_a.get());
}

std::unique_ptr<RunController> FakeHosts::make() const
{
    return std::make_unique<RunController>(options());
}

} // namespace lockstep
