// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a bundle gets to a host, beside `scp -r` and `rsync -r` of the same files to the same server in
// the same minute, nearby and over a line with a round trip of 40 ms; and how long eight hosts take at once
// to find that they have it already, beside eight times `ssh HOST true`, and beside our log-in alone.
//
//     deploy_benchmark BUNDLE [ROUNDS]
#include "remote/ssh/deployment.h"
#include "remote/ssh/sftp_client.h"
#include "tests/remote/session_helpers.h"
#include "tests/support/delaying_relay.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>
#include <unistd.h>

namespace lockstep {
namespace {

double secondsOf(const std::function<void()>& work)
{
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// A host, and the address at which it is reached.
struct Way {
    const LocalSshd& server;
    SshTarget target;
};

/// A connected session; ends the program when there is none.
class Connection {
public:
    explicit Connection(const Way& way)
    {
        m_prompter.trust = true;
        auto session =
            SshSession::connect(way.target, optionsFor(way.server), m_prompter, m_secrets, m_interrupt);
        if (!session) {
            std::fprintf(stderr, "%s\n", session.error().message().c_str());
            std::exit(1);
        }
        m_session = std::move(session.value());
    }
    SshSession& session() { return *m_session; }

private:
    ScriptedPrompter m_prompter;
    SecretStore m_secrets;
    WakeFlag m_interrupt;
    std::unique_ptr<SshSession> m_session;
};

void forget(const LocalSshd& server)
{
    QDir(server.home() + QStringLiteral("/.lockstep")).removeRecursively();
    QDir(server.home() + QStringLiteral("/copy")).removeRecursively();
    ::sync();
}

void deployTo(const Way& way, const Bundle& bundle)
{
    Connection connection(way);
    const auto deployed = deploy(connection.session(), bundle, "", [](std::uint64_t, std::uint64_t) {});
    if (!deployed) {
        std::fprintf(stderr, "%s\n", deployed.error().message().c_str());
        std::exit(1);
    }
}

/// The bytes alone: no verification, no rename.
void uploadTo(const Way& way, const Bundle& bundle)
{
    Connection connection(way);
    auto files = SftpClient::open(connection.session());
    bool well = files.ok() && files.value()->makeFolders({"copy", "copy/lib"}).ok();
    std::vector<UploadFile> list;
    for (const PayloadFile& file : bundle.files)
        list.push_back({bundle.folder.toStdString() + "/" + file.path, "copy/" + file.path, file.size, 0600});
    well = well && files.value()->upload(list, [](std::uint64_t) {}).ok();
    if (!well)
        std::fprintf(stderr, "the upload failed\n");
}

/// Of OpenSSH: the same key, and no configuration of whoever runs this.
QStringList sshArguments(const Way& way)
{
    return {"-q",
            "-F",
            "none",
            "-i",
            way.server.identityFile(),
            "-o",
            "StrictHostKeyChecking=no",
            "-o",
            "UserKnownHostsFile=/dev/null"};
}

void runTool(const QString& program, const QStringList& arguments)
{
    QByteArray said;
    if (runProgram(program, arguments, &said) != 0)
        std::fprintf(stderr, "%s: %s\n", qPrintable(program), said.constData());
}

QString copyAt(const Way& way)
{
    return QStringLiteral("%1@%2:copy").arg(way.server.user(), QString::fromStdString(way.target.host));
}

void scpTo(const Way& way, const Bundle& bundle)
{
    runTool("scp", sshArguments(way) +
                       QStringList{"-r", "-P", QString::number(way.target.port), bundle.folder, copyAt(way)});
}

void rsyncTo(const Way& way, const Bundle& bundle)
{
    const QString shell = "ssh " + sshArguments(way).join(u' ') + " -p " + QString::number(way.target.port);
    runTool("rsync", {"-r", "-e", shell, bundle.folder + "/", copyAt(way)});
}

/// The least that OpenSSH does with a host.
void runTrueAt(const Way& way, const Bundle&)
{
    runTool("ssh", sshArguments(way) +
                       QStringList{"-p", QString::number(way.target.port),
                                   QStringLiteral("%1@%2").arg(way.server.user(),
                                                               QString::fromStdString(way.target.host)),
                                   "true"});
}

void logInTo(const Way& way, const Bundle&)
{
    const Connection connection(way);
}

using Copy = void (*)(const Way&, const Bundle&);
struct Contestant {
    const char* name;
    Copy copy;
    std::vector<double> seconds{};
};

/// In turns, so that whatever else the machine does meets all of them.
void race(const char* line, const Way& way, const Bundle& bundle, int rounds)
{
    std::vector<Contestant> contestants{
        {"scp -r", scpTo}, {"upload", uploadTo}, {"deploy (verified)", deployTo}};
    if (!QStandardPaths::findExecutable("rsync").isEmpty())
        contestants.insert(contestants.begin() + 1, {"rsync -r", rsyncTo});
    for (int round = 0; round < rounds; ++round)
        for (Contestant& one : contestants) {
            forget(way.server);
            one.seconds.push_back(secondsOf([&] { one.copy(way, bundle); }));
        }
    const double megabytes = static_cast<double>(bundle.bytes) / 1e6;
    const double scp = median(contestants.front().seconds);
    std::printf("%s: %.1f MB, connect included, median of %d\n", line, megabytes, rounds);
    for (const Contestant& one : contestants) {
        const double seconds = median(one.seconds);
        std::printf("  %-18s %6.3f s  %6.1f MB/s  %.2fx of scp\n", one.name, seconds, megabytes / seconds,
                    scp / seconds);
    }
    std::fflush(stdout);
}

/// Every host has the bundle already.
void raceUnchanged(const std::vector<std::unique_ptr<LocalSshd>>& hosts, const Bundle& bundle, int rounds)
{
    std::vector<Contestant> contestants{
        {"ssh HOST true", runTrueAt}, {"log-in alone", logInTo}, {"deploy, unchanged", deployTo}};
    for (int round = 0; round < rounds; ++round)
        for (Contestant& one : contestants)
            one.seconds.push_back(secondsOf([&] {
                std::vector<std::jthread> threads;
                for (const auto& host : hosts)
                    threads.emplace_back([&] { one.copy({*host, targetOf(*host)}, bundle); });
            }));
    std::printf("%zu hosts at once, unchanged, median of %d\n", hosts.size(), rounds);
    for (const Contestant& one : contestants)
        std::printf("  %-18s %6.3f s\n", one.name, median(one.seconds));
}

int run(const QString& folder, int rounds)
{
    const auto bundle = readBundle(folder);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", bundle.error().message().c_str());
        return 1;
    }
    const LocalSshd server;
    const Way nearby{server, targetOf(server)};
    race("nearby", nearby, bundle.value(), rounds);
    {
        const DelayingRelay line(server.address(), server.port(), std::chrono::milliseconds(20));
        race("round trip of 40 ms", {server, {"127.0.0.1", line.port(), nearby.target.user}}, bundle.value(),
             rounds);
    }
    deployTo(nearby, bundle.value());

    std::vector<std::unique_ptr<LocalSshd>> hosts;
    for (int i = 0; i < 8; ++i) {
        LocalSshd::Options options;
        options.address = QStringLiteral("127.0.0.%1").arg(10 + i);
        options.home = server.home();
        hosts.push_back(std::make_unique<LocalSshd>(options));
    }
    raceUnchanged(hosts, bundle.value(), rounds);
    return 0;
}

} // namespace
} // namespace lockstep

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "Usage: deploy_benchmark BUNDLE [ROUNDS]\n");
        return 2;
    }
    return lockstep::run(QString::fromLocal8Bit(argv[1]), argc > 2 ? std::atoi(argv[2]) : 5);
}
