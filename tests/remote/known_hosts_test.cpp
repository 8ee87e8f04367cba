// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// OpenSSH is the oracle: whatever it refuses, we must not accept, and what it refuses for a reason must not
// become a question here.
#include "remote/ssh/known_hosts.h"
#include "tests/remote/session_helpers.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>
#include <thread>

namespace lockstep {

namespace {

/// In the order of strictness.
enum Verdict { Accepted, Unknown, Refused };

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class KnownHostsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void neverMilderThanOpenSsh_data();
    void neverMilderThanOpenSsh();
    void neverMilderThanOpenSshOnDamage();
    void ordersByTheKnownType();
    void unreadableFilesBlock();
    void aMissingFileIsEmpty();
    void asksOnceAndOpenSshFindsTheKey_data();
    void asksOnceAndOpenSshFindsTheKey();
    void aReadOnlyListIsAnError();
    void twoWritersLoseNothing();
    void refusalsNameBothKeysAndThePlace();

private:
    Verdict openSsh(const QString& file);
    Verdict ours(const QString& file, QString* message = nullptr);
    QByteArray name() const { return QByteArray("[127.0.0.2]:") + QByteArray::number(m_server->port()); }
    QByteArray fill(QByteArray text) const;

    std::unique_ptr<LocalSshd> m_server;
    QByteArray m_wrong; ///< another key of the same type
    QByteArray m_rsa;   ///< a key of another type
};

void KnownHostsTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    for (const auto& [type, key] : {std::pair{"ed25519", &m_wrong}, std::pair{"rsa", &m_rsa}}) {
        const QString file = m_server->scratch(QString::fromLatin1(type));
        QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", type, "-N", "", "-f", file}), 0);
        QFile pub(file + ".pub");
        QVERIFY(pub.open(QIODevice::ReadOnly));
        *key = pub.readAll().split(' ').mid(0, 2).join(' ').trimmed();
    }
}

Verdict KnownHostsTest::openSsh(const QString& file)
{
    QByteArray said;
    runProgram("ssh",
               {"-F", "none", "-p", QString::number(m_server->port()), "-o", "BatchMode=yes", "-o",
                "StrictHostKeyChecking=yes", "-o", "UserKnownHostsFile=" + file, "-o",
                "GlobalKnownHostsFile=/dev/null", "-o", "PreferredAuthentications=none", "-o",
                "UpdateHostKeys=no", m_server->user() + "@127.0.0.2", "true"},
               &said);
    if (said.contains("Permission denied"))
        return Accepted;
    if (said.contains("HAS CHANGED") || said.contains("REVOKED"))
        return Refused;
    if (!said.contains("Host key verification failed") && !said.contains("known"))
        qWarning("unexpected answer of ssh: %s", said.constData());
    return Unknown;
}

Verdict KnownHostsTest::ours(const QString& file, QString* message)
{
    SshOptions options = optionsFor(*m_server);
    options.knownHostsFiles = {file.toStdString()};
    options.identityFiles.clear(); // the log-in is refused after the key was accepted
    ScriptedPrompter prompter;
    SecretStore secrets;
    WakeFlag interrupt;
    const auto session = SshSession::connect(targetOf(*m_server), options, prompter, secrets, interrupt);
    const QString said = session ? QString() : QString::fromStdString(session.error().message());
    if (message != nullptr)
        *message = said;
    if (session || said.contains("refused the log-in"))
        return Accepted;
    return prompter.keys.empty() ? Refused : Unknown;
}

/// NAME, KEY, WRONG, RSA stand for what they say; HASHED for a whole hashed line.
QByteArray KnownHostsTest::fill(QByteArray text) const
{
    if (text.contains("HASHED")) {
        const QString file = m_server->scratch("to_hash");
        writeFile(file, name() + ' ' + m_server->hostKey().toUtf8() + '\n');
        runProgram("ssh-keygen", {"-H", "-f", file});
        QFile hashed(file);
        if (hashed.open(QIODevice::ReadOnly))
            text.replace("HASHED", hashed.readAll().trimmed());
    }
    text.replace("NAME", name());
    text.replace("PORT", QByteArray::number(m_server->port()));
    text.replace("WRONG", m_wrong);
    text.replace("KEY", m_server->hostKey().toUtf8());
    return text.replace("RSA", m_rsa);
}

void KnownHostsTest::neverMilderThanOpenSsh_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("least"); ///< our verdict may not be milder than this either
    const auto row = [](const char* title, const QByteArray& text, Verdict least) {
        QTest::newRow(title) << text << int(least);
    };
    const QByteArray garbled = "NAME ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI!!!\n";
    row("plain", "NAME KEY\n", Accepted);
    row("plain with a comment", "NAME KEY anna@desk\n", Accepted);
    row("hashed", "HASHED\n", Accepted);
    row("wildcard", "[127.0.0.*]:PORT KEY\n", Accepted);
    row("question mark", "[127.0.0.?]:PORT KEY\n", Accepted);
    row("list", "gpu-1,NAME,gpu-2 KEY\n", Accepted);
    row("no final newline", "NAME KEY", Accepted);
    row("CRLF", "# mine\r\nNAME KEY\r\n", Accepted);
    row("blanks and tabs", "\n   \n \tNAME\tKEY\n", Accepted);
    row("another key beside it", "NAME WRONG\nNAME KEY\n", Accepted);
    row("empty", "", Unknown);
    row("only comments", "# NAME KEY\n", Unknown);
    row("another host", "gpu-1 KEY\n", Unknown);
    row("another port", "[127.0.0.2]:1 KEY\n", Unknown);
    row("different key", "NAME WRONG\n", Refused);
    row("only an RSA key known", "NAME RSA\n", Refused);
    row("revoked and plain", "@revoked NAME KEY\nNAME KEY\n", Refused);
    row("plain and revoked", "NAME KEY\n@revoked * KEY\n", Refused);
    row("revoked alone", "@revoked NAME KEY\n", Refused);
    row("revoked without the port", "@revoked 127.0.0.2 KEY\nNAME KEY\n", Refused);
    row("another key revoked", "@revoked NAME WRONG\nNAME KEY\n", Accepted);
    row("negation", "[127.0.0.*]:PORT,!NAME KEY\n", Unknown);
    row("negation first", "!NAME,* KEY\n", Unknown);
    row("negation of another", "[127.0.0.*]:PORT,![127.0.0.9]:PORT KEY\n", Accepted);
    row("garbled key, then a wrong one", garbled + "NAME WRONG\n", Refused);
    row("garbled key alone", garbled, Refused);
    row("9 kB line, then a wrong key", "NAME " + QByteArray(9000, 'x') + "\nNAME WRONG\n", Refused);
    row("9 kB of names, then a wrong key", QByteArray(3000, 'g').replace("g", "gp,") + "NAME WRONG\n",
        Refused);
    row("9 kB of names with the right key", QByteArray(3000, 'g').replace("g", "gp,") + "NAME KEY\n",
        Accepted);
    row("key known without the port", "127.0.0.2 KEY\n", Accepted);
    row("certificate authority", "@cert-authority NAME KEY\n", Refused);
    row("certificate authority and plain", "@cert-authority NAME WRONG\nNAME KEY\n", Accepted);
    row("unknown marker", "@trusted NAME KEY\n", Refused);
    row("broken hash", "|1|AAAA|BBBB KEY\nNAME KEY\n", Refused);
    row("unknown hash", "|2|abc|def KEY\n", Refused);
    row("zero byte", QByteArray("NAME\0x KEY\n").replace("x", QByteArray(1, '\0')) + "\0", Unknown);
    row("old protocol", "NAME 1024 35 1234567890\nNAME KEY\n", Accepted);
    row("type and key disagree", "NAME ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIL1\n", Refused);
    row("upper case", "[127.0.0.2]:PORT KEY\n", Accepted);
}

void KnownHostsTest::neverMilderThanOpenSsh()
{
    QFETCH(QByteArray, text);
    QFETCH(int, least);
    const QString file = m_server->scratch("kh");
    writeFile(file, fill(text));
    const Verdict theirs = openSsh(file);
    QString message;
    const Verdict mine = ours(file, &message);
    QVERIFY2(mine >= theirs,
             qPrintable(QStringLiteral("ssh: %1, ours: %2 (%3)").arg(theirs).arg(mine).arg(message)));
    QVERIFY2(mine >= least, qPrintable(message));
    if (theirs == Accepted && least == Accepted && !text.startsWith("127.0.0.2 "))
        QCOMPARE(mine, Accepted);
}

/// Sixty files, each with one thing broken at a random place of two lines that matter.
void KnownHostsTest::neverMilderThanOpenSshOnDamage()
{
    QRandomGenerator random(20261120);
    const QList<QByteArray> bases{"NAME KEY\n", "@revoked NAME KEY\nNAME KEY\n", "NAME WRONG\n",
                                  "HASHED\nNAME WRONG\n"};
    int same = 0, stricter = 0;
    for (int i = 0; i < 60; ++i) {
        QByteArray text = fill(bases[i % bases.size()]);
        const auto at = random.bounded(static_cast<int>(text.size()));
        switch (random.bounded(5)) {
        case 0:
            text[at] = static_cast<char>(text[at] ^ (1 << random.bounded(7)));
            break;
        case 1:
            text.remove(at, 1 + random.bounded(10));
            break;
        case 2:
            text.insert(at, static_cast<char>(random.bounded(256)));
            break;
        case 3:
            text.insert(at, "\n");
            break;
        default:
            text.truncate(at);
            break;
        }
        const QString file = m_server->scratch("kh");
        writeFile(file, text);
        const Verdict theirs = openSsh(file);
        QString message;
        const Verdict mine = ours(file, &message);
        QVERIFY2(mine >= theirs,
                 qPrintable(QStringLiteral("variant %1, ssh: %2, ours: %3 (%4)\n%5")
                                .arg(i)
                                .arg(theirs)
                                .arg(mine)
                                .arg(message, QString::fromLatin1(text.toPercentEncoding(" \n@|")))));
        ++(mine == theirs ? same : stricter);
    }
    qInfo("60 damaged files: %d like OpenSSH, %d stricter", same, stricter);
}

void KnownHostsTest::ordersByTheKnownType()
{
    KnownHosts known;
    known.add("kh", fill("NAME RSA\n*,!NAME KEY\nNAME KEY\n@revoked NAME WRONG\n").toStdString());
    const std::vector<std::string> expected{"ssh-rsa", "ssh-ed25519"};
    QVERIFY(known.keyTypes("127.0.0.2", m_server->port()) == expected);
    QVERIFY(known.keyTypes("gpu-9", 22) == std::vector<std::string>{"ssh-ed25519"});
}

void KnownHostsTest::unreadableFilesBlock()
{
    QString message;
    QCOMPARE(ours("/proc/self", &message), Refused); // a folder
    QVERIFY2(message.contains("cannot be verified"), qPrintable(message));
}

void KnownHostsTest::aMissingFileIsEmpty()
{
    QCOMPARE(ours(m_server->scratch("no such file")), Unknown);
}

void KnownHostsTest::asksOnceAndOpenSshFindsTheKey_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("no file") << QByteArray();
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("another host") << QByteArray("gpu-1 KEY\n");
    QTest::newRow("no final newline") << QByteArray("gpu-1 KEY");
    QTest::newRow("CRLF") << QByteArray("gpu-1 KEY\r\n# x\r\n");
    QTest::newRow("garbage") << QByteArray("\xff\xfe"
                                           "garbage\n\n\n");
}

void KnownHostsTest::asksOnceAndOpenSshFindsTheKey()
{
    QFETCH(QByteArray, before);
    before = fill(before);
    SshOptions options = optionsFor(*m_server);
    const QString own = m_server->scratch("config/lockstep/known_hosts");
    QFile::remove(own);
    if (!before.isNull()) {
        QVERIFY(QDir().mkpath(QFileInfo(own).path()));
        writeFile(own, before);
    }
    options.ownKnownHostsFile = own.toStdString();
    options.knownHostsFiles = {own.toStdString()};
    ScriptedPrompter prompter;
    prompter.trust = true;
    SecretStore secrets;
    WakeFlag interrupt;
    for (int i = 0; i < 2; ++i) {
        const auto session = SshSession::connect(targetOf(*m_server), options, prompter, secrets, interrupt);
        QVERIFY2(session.ok(), session ? "" : session.error().message().c_str());
    }
    QCOMPARE(prompter.keys.size(), 1u);
    QByteArray expected;
    runProgram("ssh-keygen", {"-l", "-f", m_server->scratch("host.pub")}, &expected);
    QVERIFY(expected.contains(prompter.keys.front().fingerprint.c_str()));
    QCOMPARE(runProgram("ssh-keygen", {"-F", name(), "-f", own}), 0);
    QVERIFY(openSsh(own) == Accepted);
    QFile file(own);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(before));
    QCOMPARE(file.permissions() &
                 (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
             0);
}

void KnownHostsTest::aReadOnlyListIsAnError()
{
    const HostKey key{"ssh-ed25519", "x"};
    const auto refused = appendKnownHost("/proc/version", "gpu-1", 22, key);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("/proc/version") != std::string::npos);
}

void KnownHostsTest::twoWritersLoseNothing()
{
    const QString file = m_server->scratch("shared_known_hosts");
    std::vector<std::thread> writers;
    for (int w = 0; w < 4; ++w)
        writers.emplace_back([&file, w] {
            for (int i = 0; i < 10; ++i)
                if (!appendKnownHost(file.toStdString(), "gpu-" + std::to_string(w * 10 + i), 22,
                                     {"ssh-ed25519", "k"}))
                    qWarning("a key was not written");
        });
    for (std::thread& writer : writers)
        writer.join();
    QFile text(file);
    QVERIFY(text.open(QIODevice::ReadOnly));
    QCOMPARE(text.readAll().count('\n'), 40);
}

void KnownHostsTest::refusalsNameBothKeysAndThePlace()
{
    const QString file = m_server->scratch("kh");
    writeFile(file, fill("# first\nNAME WRONG\n"));
    QString message;
    QCOMPARE(ours(file, &message), Refused);
    QByteArray known, shown;
    runProgram("ssh-keygen", {"-l", "-f", m_server->scratch("ed25519.pub")}, &known);
    runProgram("ssh-keygen", {"-l", "-f", m_server->scratch("host.pub")}, &shown);
    QVERIFY2(message.contains(known.split(' ')[1]), qPrintable(message));
    QVERIFY2(message.contains(shown.split(' ')[1]), qPrintable(message));
    QVERIFY2(message.contains(file + ":2"), qPrintable(message));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::KnownHostsTest)
#include "known_hosts_test.moc"
