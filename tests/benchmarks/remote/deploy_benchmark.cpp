// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a bundle gets to a host, beside `scp -r` of the same files to the same server in the same minute,
// and how long eight hosts take to find that they have it already.
//
//     deploy_benchmark BUNDLE [ROUNDS]
#include "remote/ssh/deployment.h"
#include "remote/ssh/sftp_client.h"
#include "tests/remote/session_helpers.h"

#include <QDir>
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

/// A connected session; ends the program when there is none.
class Connection {
public:
    explicit Connection(const LocalSshd& server)
    {
        auto session =
            SshSession::connect(targetOf(server), optionsFor(server), m_prompter, m_secrets, m_interrupt);
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

void deployTo(const LocalSshd& server, const Bundle& bundle)
{
    Connection connection(server);
    const auto deployed = deploy(connection.session(), bundle, "", [](std::uint64_t, std::uint64_t) {});
    if (!deployed) {
        std::fprintf(stderr, "%s\n", deployed.error().message().c_str());
        std::exit(1);
    }
}

/// The bytes alone: no verification, no rename.
void uploadTo(const LocalSshd& server, const Bundle& bundle)
{
    Connection connection(server);
    auto files = SftpClient::open(connection.session());
    bool well =
        files.ok() && files.value()->makeFolder("copy").ok() && files.value()->makeFolder("copy/lib").ok();
    std::vector<UploadFile> list;
    for (const PayloadFile& file : bundle.files)
        list.push_back({bundle.folder.toStdString() + "/" + file.path, "copy/" + file.path, file.size, 0600});
    well = well && files.value()->upload(list, [](std::uint64_t) {}).ok();
    if (!well)
        std::fprintf(stderr, "the upload failed\n");
}

void scpTo(const LocalSshd& server, const Bundle& bundle)
{
    QByteArray said;
    if (runProgram(QStringLiteral("scp"),
                   {QStringLiteral("-q"), QStringLiteral("-r"), QStringLiteral("-F"), QStringLiteral("none"),
                    QStringLiteral("-i"), server.identityFile(), QStringLiteral("-o"),
                    QStringLiteral("UserKnownHostsFile=") + server.knownHostsFile(), QStringLiteral("-P"),
                    QString::number(server.port()), bundle.folder,
                    QStringLiteral("%1@%2:copy").arg(server.user(), server.address())},
                   &said) != 0)
        std::fprintf(stderr, "scp: %s\n", said.constData());
}

int run(const QString& folder, int rounds)
{
    const auto bundle = readBundle(folder);
    if (!bundle) {
        std::fprintf(stderr, "%s\n", bundle.error().message().c_str());
        return 1;
    }
    const LocalSshd server;
    const double megabytes = static_cast<double>(bundle->bytes) / 1e6;
    std::vector<double> ours, upload, scp;
    for (int round = 0; round < rounds; ++round) {
        forget(server);
        scp.push_back(secondsOf([&] { scpTo(server, bundle.value()); }));
        forget(server);
        upload.push_back(secondsOf([&] { uploadTo(server, bundle.value()); }));
        forget(server);
        ours.push_back(secondsOf([&] { deployTo(server, bundle.value()); }));
    }
    std::printf("%.1f MB, connect included, median of %d\n", megabytes, rounds);
    std::printf("  scp -r             %6.3f s  %6.1f MB/s\n", median(scp), megabytes / median(scp));
    std::printf("  upload             %6.3f s  %6.1f MB/s  %.2fx of scp\n", median(upload),
                megabytes / median(upload), median(scp) / median(upload));
    std::printf("  deploy (verified)  %6.3f s  %6.1f MB/s  %.2fx of scp\n", median(ours),
                megabytes / median(ours), median(scp) / median(ours));

    std::vector<std::unique_ptr<LocalSshd>> hosts;
    for (int i = 0; i < 8; ++i) {
        LocalSshd::Options options;
        options.address = QStringLiteral("127.0.0.%1").arg(10 + i);
        options.home = server.home();
        hosts.push_back(std::make_unique<LocalSshd>(options));
    }
    std::vector<double> unchanged;
    for (int round = 0; round < rounds; ++round)
        unchanged.push_back(secondsOf([&] {
            std::vector<std::jthread> threads;
            for (const auto& host : hosts)
                threads.emplace_back([&host, &bundle] { deployTo(*host, bundle.value()); });
        }));
    std::printf("  unchanged, 8 hosts at once: %.3f s\n", median(unchanged));
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
