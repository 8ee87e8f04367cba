// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/local_sshd.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QThread>
#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

sockaddr_in addressOf(const QString& address, int port)
{
    sockaddr_in answer{};
    answer.sin_family = AF_INET;
    answer.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, address.toUtf8().constData(), &answer.sin_addr);
    return answer;
}

int freePort(const QString& address)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in name = addressOf(address, 0);
    socklen_t size = sizeof name;
    ::bind(socket, reinterpret_cast<sockaddr*>(&name), size);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&name), &size);
    ::close(socket);
    return ntohs(name.sin_port);
}

bool answers(const QString& address, int port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in name = addressOf(address, port);
    const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0;
    ::close(socket);
    return connected;
}

void write(const QString& path, const QString& text, QFile::Permissions permissions)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0 ||
        !file.setPermissions(permissions))
        qFatal("cannot write %s", qPrintable(path));
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// "pid (name) state parent ..." of /proc/<pid>/stat.
bool parentAndName(pid_t process, pid_t& parent, QByteArray& name)
{
    const QByteArray stat = read(QStringLiteral("/proc/%1/stat").arg(process));
    const auto open = stat.indexOf('(');
    const auto close = stat.lastIndexOf(')');
    if (open < 0 || close < 0)
        return false;
    name = stat.mid(open + 1, close - open - 1);
    const auto fields = stat.mid(close + 2).split(' ');
    parent = fields.size() > 1 ? fields[1].toInt() : 0;
    return true;
}

} // namespace

int runProgram(const QString& program, const QStringList& arguments, QByteArray* output,
               const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    const bool ended = process.waitForFinished(120'000);
    if (!ended)
        process.kill();
    if (output != nullptr)
        *output = process.readAll();
    return ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

QByteArray lastLine(const QByteArray& output)
{
    return output.trimmed().split('\n').last();
}

LocalSshd::LocalSshd() : LocalSshd(Options()) {}

LocalSshd::LocalSshd(Options options) : m_options(std::move(options))
{
    m_home = m_options.home.isEmpty() ? m_folder.filePath(QStringLiteral("home")) : m_options.home;
    QDir().mkpath(m_home);
    m_port = freePort(m_options.address);
    writeFiles();
    if (m_error.isEmpty() && !start())
        m_error = QStringLiteral("sshd does not listen: ") + QString::fromUtf8(read(logFile()));
}

LocalSshd::~LocalSshd()
{
    stop();
}

QString LocalSshd::user() const
{
    const passwd* entry = ::getpwuid(::geteuid());
    return entry != nullptr ? QString::fromUtf8(entry->pw_name) : QStringLiteral("root");
}

void LocalSshd::writeFiles()
{
    const auto privately = QFile::ReadOwner | QFile::WriteOwner;
    for (const auto& [name, type] : {std::pair{QStringLiteral("host"), m_options.keyType},
                                     std::pair{QStringLiteral("client"), QStringLiteral("ed25519")}})
        if (runProgram(QStringLiteral("ssh-keygen"),
                       {QStringLiteral("-q"), QStringLiteral("-t"), type, QStringLiteral("-N"), QString(),
                        QStringLiteral("-C"), name, QStringLiteral("-f"), m_folder.filePath(name)}) != 0)
            m_error = QStringLiteral("ssh-keygen failed");
    write(m_folder.filePath(QStringLiteral("authorized_keys")),
          QString::fromUtf8(read(identityFile() + QStringLiteral(".pub"))), privately);
    write(knownHostsFile(), QStringLiteral("[%1]:%2 %3\n").arg(m_options.address).arg(m_port).arg(hostKey()),
          privately);
    write(m_folder.filePath(QStringLiteral("start-up")), m_options.startUpFile, privately);
    // What a login shell would do, but with another home folder: sshd starts the account's own shell first,
    // so that one is told too (SetEnv), and reads no start-up file of whoever runs the test.
    write(m_folder.filePath(QStringLiteral("wrapper")),
          QStringLiteral("#!/bin/sh\nunset LOCKSTEP_HOME\nexport HOME='%1'\ncd \"$HOME\"\n. '%2'\n"
                         "exec /bin/sh -c \"$SSH_ORIGINAL_COMMAND\"\n")
              .arg(m_home, m_folder.filePath(QStringLiteral("start-up"))),
          privately | QFile::ExeOwner);
    write(m_folder.filePath(QStringLiteral("sshd_config")),
          QStringLiteral(
              "ListenAddress %1:%2\nHostKey %3/host\nAuthorizedKeysFile %3/authorized_keys\nPidFile none\n"
              "StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
              "PermitRootLogin yes\nSubsystem sftp /usr/lib/openssh/sftp-server\n"
              "ForceCommand '%3/wrapper'\nSetEnv HOME=%8\nMaxAuthTries %4\nAllowTcpForwarding "
              "%5\nMaxStartups %6\n"
              "MaxSessions %7\nLogLevel VERBOSE\n")
              .arg(m_options.address)
              .arg(m_port)
              .arg(m_folder.path())
              .arg(m_options.maxAuthTries)
              .arg(m_options.forwards ? QStringLiteral("yes") : QStringLiteral("no"))
              .arg(m_options.maxStartups)
              .arg(m_options.maxSessions)
              .arg(m_home),
          privately);
}

QString LocalSshd::hostKey() const
{
    return QString::fromUtf8(read(m_folder.filePath(QStringLiteral("host.pub"))))
        .section(u' ', 0, 1)
        .trimmed();
}

void LocalSshd::authorize(const QString& publicKey)
{
    QFile file(m_folder.filePath(QStringLiteral("authorized_keys")));
    if (file.open(QIODevice::Append))
        file.write(publicKey.toUtf8() + '\n');
}

bool LocalSshd::start()
{
    if (::geteuid() == 0)
        ::mkdir("/run/sshd", 0755); // sshd's own demand; harmless when it is there
    m_process.setStandardErrorFile(logFile(), QIODevice::Append);
    m_process.start(QStringLiteral("/usr/sbin/sshd"),
                    {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                     m_folder.filePath(QStringLiteral("sshd_config"))});
    if (!m_process.waitForStarted(5'000))
        return false;
    for (QDeadlineTimer deadline(10'000); !deadline.hasExpired(); QThread::msleep(10)) {
        if (answers(m_options.address, m_port))
            return true;
        if (m_process.waitForFinished(0))
            return false;
    }
    return false;
}

int LocalSshd::droppedConnections() const
{
    return static_cast<int>(read(logFile()).count("past MaxStartups"));
}

QVector<pid_t> LocalSshd::sessions() const
{
    const auto master = static_cast<pid_t>(m_process.processId());
    QVector<pid_t> found;
    const auto entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& entry : entries) {
        bool number = false;
        const pid_t process = entry.toInt(&number);
        pid_t above = 0;
        QByteArray name;
        if (!number || process == master || !parentAndName(process, above, name) || name != "sshd")
            continue;
        QByteArray ignored;
        while (above > 1 && above != master && parentAndName(above, above, ignored)) {
        }
        if (above == master && master > 0)
            found.append(process);
    }
    return found;
}

void LocalSshd::signalSessions(int signal) const
{
    const auto processes = sessions();
    for (const pid_t process : processes)
        ::kill(process, signal);
}

void LocalSshd::stop()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    const auto processes = sessions();
    m_process.terminate();
    m_process.waitForFinished(5'000);
    for (const pid_t process : processes) {
        ::kill(process, SIGCONT);
        ::kill(process, SIGKILL);
    }
}

} // namespace lockstep
