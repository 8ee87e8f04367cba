// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QVector>
#include <sys/types.h>

namespace lockstep {

/// A real OpenSSH server on a loopback address, with a free port, its own host key, one authorised key and a
/// home folder of its own, so that a few of them stand for a few hosts. Runs as root or as an ordinary user,
/// who can only log in as himself. Everything it started ends with it, but for what has detached itself.
class LocalSshd {
public:
    struct Options {
        QString address = QStringLiteral("127.0.0.2"); ///< "0.0.0.0": all of 127.0.0.0/8
        QString keyType = QStringLiteral("ed25519");   ///< of the host key
        QString home;        ///< empty: a fresh one; else shared with another server
        QString startUpFile; ///< content of a shell start-up file that runs before every command
        int maxAuthTries = 6;
        bool forwards = true; ///< connections to other hosts
        QString maxStartups = QStringLiteral("100");
        int maxSessions = 10; ///< channels of a connection
    };
    LocalSshd();
    explicit LocalSshd(Options options);
    ~LocalSshd();
    LocalSshd(const LocalSshd&) = delete;
    LocalSshd& operator=(const LocalSshd&) = delete;

    /// Empty when the server listens; else why not.
    QString error() const { return m_error; }
    QString address() const { return m_options.address; }
    int port() const { return m_port; }
    QString user() const;
    QString home() const { return m_home; }
    /// A private key without passphrase that the server accepts.
    QString identityFile() const { return m_folder.filePath(QStringLiteral("client")); }
    /// "ssh-ed25519 AAAA..." of the host.
    QString hostKey() const;
    /// A known_hosts file that names this server.
    QString knownHostsFile() const { return m_folder.filePath(QStringLiteral("known_hosts")); }
    /// Lets the holder of this public key in as well ("ssh-ed25519 AAAA...").
    void authorize(const QString& publicKey);
    /// A folder for the files of a test.
    QString scratch(const QString& name) const { return m_folder.filePath(name); }

    /// How many connections it has dropped because too many had not logged in (MaxStartups).
    int droppedConnections() const;
    /// Of the server itself, whose children serve connections.
    pid_t process() const { return static_cast<pid_t>(m_process.processId()); }
    /// Processes that serve connections at present.
    QVector<pid_t> sessions() const;
    void signalSessions(int signal) const;
    /// Ends the server and its sessions; start() brings it back on the same port.
    void stop();
    bool start();

private:
    void writeFiles();
    QString logFile() const { return m_folder.filePath(QStringLiteral("log")); }

    Options m_options;
    QTemporaryDir m_folder;
    QString m_home;
    QString m_error;
    int m_port = 0;
    QProcess m_process;
};

/// Runs a program to its end (two minutes at most) and returns its exit status; -1 when it did not end by
/// itself. The output is all that it said, errors too.
int runProgram(const QString& program, const QStringList& arguments, QByteArray* output = nullptr,
               const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment());
/// Of such an output: what came after all warnings.
QByteArray lastLine(const QByteArray& output);

} // namespace lockstep
