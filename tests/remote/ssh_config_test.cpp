// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// OpenSSH is the oracle: `ssh -G` says which lists of host keys its configuration names, and a real `ssh`
// against a real server what they mean.
#include "remote/ssh/host_key_lists.h"
#include "remote/ssh/revoked_keys.h"
#include "tests/remote/openssh_helpers.h"
#include "tests/remote/session_helpers.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>

namespace lockstep {

namespace {

/// In the order of strictness.
enum Verdict { Accepted, Unknown, Refused };

} // namespace

class SshConfigTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void standardListsAreThoseOfOpenSsh();
    void readsTheListsThatOpenSshReads_data();
    void readsTheListsThatOpenSshReads();
    void undecidableConditionsAreReadBothWays();
    void neverMilderThanOpenSsh_data();
    void neverMilderThanOpenSsh();
    void configurationsThatOthersWriteAreRefused();
    void aCommandThatKnowsHostsIsNotPassedOver();
    void damagedRevocationListsBlock();

private:
    SshOptions options() const;
    QStringList askOpenSsh(const QStringList& arguments, const QByteArray& key) const;
    QByteArray fill(QByteArray text) const;
    Verdict openSsh();
    Verdict ours(QString* message);

    std::unique_ptr<LocalSshd> m_server;
    QString m_home;   ///< of the person
    QString m_config; ///< her ~/.ssh/config
    QByteArray m_wrong;
};

void SshConfigTest::initTestCase()
{
    m_server = std::make_unique<LocalSshd>();
    QVERIFY2(m_server->error().isEmpty(), qPrintable(m_server->error()));
    // ssh takes the home folder from the password file, so the tests name files in full.
    m_home = m_server->scratch("person");
    QVERIFY(QDir().mkpath(m_home + "/.ssh"));
    m_config = m_home + "/.ssh/config";
    const QString other = m_server->scratch("other");
    QCOMPARE(runProgram("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", other}), 0);
    QFile pub(other + ".pub");
    QVERIFY(pub.open(QIODevice::ReadOnly));
    m_wrong = pub.readAll().split(' ').mid(0, 2).join(' ').trimmed();
}

SshOptions SshConfigTest::options() const
{
    SshOptions options = optionsFor(*m_server);
    options.knownHostsFiles.clear();
    options.identityFiles.clear(); // the log-in is refused after the key was accepted
    options.userConfig = m_config.toStdString();
    options.home = m_home.toStdString();
    options.localUser = m_server->user().toStdString();
    return options;
}

/// What `ssh -G` prints for a keyword.
QStringList SshConfigTest::askOpenSsh(const QStringList& arguments, const QByteArray& key) const
{
    return openSshSays(m_config, arguments, key).value(0).split(' ', Qt::SkipEmptyParts);
}

/// KEY, WRONG, NAME and FOLDER stand for what they say.
QByteArray SshConfigTest::fill(QByteArray text) const
{
    text.replace("NAME", "[127.0.0.2]:" + QByteArray::number(m_server->port()));
    text.replace("FOLDER", (m_home + "/.ssh").toUtf8());
    text.replace("WRONG", m_wrong);
    return text.replace("KEY", m_server->hostKey().toUtf8());
}

void SshConfigTest::standardListsAreThoseOfOpenSsh()
{
    writeFile(m_config, "");
    QStringList expected =
        askOpenSsh({"gpu-1"}, "userknownhostsfile") + askOpenSsh({"gpu-1"}, "globalknownhostsfile");
    QCOMPARE(expected.size(), 4);
    const SshOptions options = this->options();
    const auto files = HostKeyLists::read({"gpu-1", 22, "anna"}, options).files();
    QCOMPARE(files.size(), 1u);
    QStringList read;
    for (const std::string& file : files.front())
        read.append(QString::fromStdString(file).replace(m_home + "/", "~/"));
    // -G has replaced the "~" of the real home already.
    for (QString& file : expected)
        if (file.contains("/.ssh/"))
            file = "~/.ssh/" + file.section('/', -1);
    expected.append(QString::fromStdString(options.ownKnownHostsFile));
    QCOMPARE(read, expected);
}

void SshConfigTest::readsTheListsThatOpenSshReads_data()
{
    QTest::addColumn<QByteArray>("config");
    const auto row = [](const char* title, const QByteArray& text) { QTest::newRow(title) << text; };
    row("one file", "UserKnownHostsFile /a\n");
    row("several files", "UserKnownHostsFile /a /b /c\n");
    row("equals sign", "UserKnownHostsFile=/a\nGlobalKnownHostsFile = /g\n");
    row("any case", "USERKNOWNHOSTSFILE /a\n");
    row("quoted", "UserKnownHostsFile \"/a b\"\n");
    row("a comment behind", "UserKnownHostsFile /a # mine\n");
    row("the first one counts", "UserKnownHostsFile /a\nUserKnownHostsFile /b\n");
    row("a host's own", "Host gpu-1\n UserKnownHostsFile /a\nHost *\n UserKnownHostsFile /b\n");
    row("another host's", "Host gpu-2\n UserKnownHostsFile /a\nHost *\n UserKnownHostsFile /b\n");
    row("patterns", "Host lab-* gpu-?\n UserKnownHostsFile /a\n");
    row("negated", "Host gpu-* !gpu-1\n UserKnownHostsFile /a\nHost *\n UserKnownHostsFile /b\n");
    row("tabs and CRLF", "Host\tgpu-1\r\n\tUserKnownHostsFile\t/a\r\n");
    row("match all", "Match all\n UserKnownHostsFile /a\n");
    row("match host", "Match host gpu-2,gpu-1\n UserKnownHostsFile /a\n");
    row("match no host", "Match host !gpu-1,gpu-*\n UserKnownHostsFile /a\n");
    row("match original host", "Match originalhost gpu-1 user anna\n UserKnownHostsFile /a\n");
    row("match another user", "Match user otto\n UserKnownHostsFile /a\n");
    row("match not another user", "Match !user otto\n UserKnownHostsFile /a\n");
    row("match local user", "Match localuser root,nobody,*\n UserKnownHostsFile /a\n");
    row("match final", "Match final\n UserKnownHostsFile /a\nMatch all\n GlobalKnownHostsFile /g\n");
    row("match final is late", "Match final\n UserKnownHostsFile /a\nHost *\n UserKnownHostsFile /b\n");
    row("match canonical", "Match canonical\n UserKnownHostsFile /a\n");
    row("match the name after HostName", "Host gpu-1\n HostName 10.0.0.1\n"
                                         "Match host 10.0.0.*\n UserKnownHostsFile /a\n");
    row("include", "Include FOLDER/more-*\nUserKnownHostsFile /b\n");
    row("include in a block of another host", "Host gpu-2\n Include FOLDER/more-1\n"
                                              "Host *\n UserKnownHostsFile /b\n");
    row("after an include the block goes on", "Host gpu-1\n Include FOLDER/other\n UserKnownHostsFile /b\n");
    row("include nothing", "Include FOLDER/none-*\nUserKnownHostsFile /b\n");
    row("tokens", "UserKnownHostsFile /a/%h/%p/%r/%n/%%\n");
    row("alias token", "HostKeyAlias lab\nUserKnownHostsFile /a/%k\n");
    row("unknown keywords", "IgnoreUnknown Fancy\nFancy yes\nUserKnownHostsFile /a\n");
    row("none", "GlobalKnownHostsFile none\n");
}

void SshConfigTest::readsTheListsThatOpenSshReads()
{
    QFETCH(QByteArray, config);
    writeFile(m_home + "/.ssh/more-1", "Host gpu-1\n UserKnownHostsFile /included\n");
    writeFile(m_home + "/.ssh/other", "Host gpu-7\n UserKnownHostsFile /included\n");
    writeFile(m_config, fill(config));
    const QStringList arguments{"-p", "2222", "anna@gpu-1"};
    QStringList expected =
        askOpenSsh(arguments, "userknownhostsfile") + askOpenSsh(arguments, "globalknownhostsfile");
    expected.removeAll("none");
    // -G leaves tokens as they are.
    for (QString& file : expected)
        file.replace("%%", "%")
            .replace("%h", "gpu-1")
            .replace("%p", "2222")
            .replace("%r", "anna")
            .replace("%n", "gpu-1")
            .replace("%k", "lab");
    const auto files = HostKeyLists::read({"gpu-1", 2222, "anna"}, options()).files();
    QCOMPARE(files.size(), 1u);
    QStringList read;
    for (const std::string& file : files.front())
        read.append(QString::fromStdString(file));
    read.removeLast(); // our own
    const auto bare = [](QStringList names) {
        for (QString& name : names)
            if (name.contains("/.ssh/known_hosts"))
                name = name.section('/', -1);
        return names.join(' ');
    };
    QCOMPARE(bare(read), bare(expected));
}

/// Nothing of a configuration is run to find out.
void SshConfigTest::undecidableConditionsAreReadBothWays()
{
    const QString canary = m_server->scratch("canary");
    writeFile(m_config, fill("Match exec \"touch " + canary.toUtf8() +
                             "\"\n UserKnownHostsFile FOLDER/a\n"
                             "Match all\n UserKnownHostsFile FOLDER/b\n"));
    const auto lists = [this] { return HostKeyLists::read(targetOf(*m_server), options()); };
    QCOMPARE(lists().files().size(), 2u);
    const QByteArray key = m_server->hostKey().toUtf8();
    HostKey shown = *parseKey("ssh-ed25519", key.split(' ').at(1).toStdString());
    for (const auto& [a, b, verdict] :
         {std::tuple{"NAME KEY\n", "NAME KEY\n", HostKeyVerdict::Trusted},
          std::tuple{"NAME KEY\n", "", HostKeyVerdict::Unknown},
          std::tuple{"NAME WRONG\n", "NAME KEY\n", HostKeyVerdict::Changed},
          std::tuple{"NAME KEY\n", "@revoked * KEY\n", HostKeyVerdict::Revoked}}) {
        writeFile(m_home + "/.ssh/a", fill(a));
        writeFile(m_home + "/.ssh/b", fill(b));
        QVERIFY2(lists().check(shown).verdict == verdict, a);
    }
    QVERIFY(!QFile::exists(canary));
}

Verdict SshConfigTest::openSsh()
{
    QByteArray said;
    runProgram("ssh",
               {"-F", m_config, "-p", QString::number(m_server->port()), "-o", "BatchMode=yes", "-o",
                "StrictHostKeyChecking=yes", "-o", "PreferredAuthentications=none", "-o", "UpdateHostKeys=no",
                m_server->user() + "@127.0.0.2", "true"},
               &said);
    if (said.contains("Permission denied"))
        return Accepted;
    const bool isRefused = said.contains("HAS CHANGED") || said.contains("REVOKED") ||
                           said.contains("revoked") || said.contains("Error checking host key") ||
                           said.contains("Bad owner or permissions");
    return isRefused ? Refused : Unknown;
}

Verdict SshConfigTest::ours(QString* message)
{
    ScriptedPrompter prompter;
    SecretStore secrets;
    WakeFlag interrupt;
    const auto session = SshSession::connect(targetOf(*m_server), options(), prompter, secrets, interrupt);
    *message = session ? QString() : QString::fromStdString(session.error().message());
    if (session || message->contains("refused the log-in"))
        return Accepted;
    return prompter.keys.empty() ? Refused : Unknown;
}

void SshConfigTest::neverMilderThanOpenSsh_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("list"); ///< FOLDER/list
    QTest::addColumn<int>("verdict");     ///< of both
    const auto row = [](const char* title, const QByteArray& config, const QByteArray& list,
                        Verdict verdict) { QTest::newRow(title) << config << list << int(verdict); };
    const QByteArray user = "UserKnownHostsFile FOLDER/list\n";
    const QByteArray trusted = "UserKnownHostsFile FOLDER/trusted\n";
    row("known there", user, "NAME KEY\n", Accepted);
    row("unknown there", user, "gpu-1 KEY\n", Unknown);
    row("changed there", user, "NAME WRONG\n", Refused);
    row("second file", "UserKnownHostsFile FOLDER/none FOLDER/list\n", "NAME WRONG\n", Refused);
    row("revoked there", "UserKnownHostsFile FOLDER/trusted FOLDER/list\n", "@revoked * KEY\n", Refused);
    row("global", "UserKnownHostsFile none\nGlobalKnownHostsFile FOLDER/list\n", "NAME KEY\n", Accepted);
    row("changed in the global one", "UserKnownHostsFile none\nGlobalKnownHostsFile FOLDER/list\n",
        "NAME WRONG\n", Refused);
    row("alias", "HostKeyAlias lab\n" + user, "lab KEY\n", Accepted);
    row("alias, and only the address is known", "HostKeyAlias lab\n" + user, "NAME KEY\n", Unknown);
    row("changed alias", "HostKeyAlias lab\n" + user, "lab WRONG\nNAME KEY\n", Refused);
    row("revoked by a command", trusted + "KnownHostsCommand FOLDER/command\n", "@revoked * KEY\n", Refused);
    row("no command", trusted + "KnownHostsCommand none\nKnownHostsCommand FOLDER/command\n",
        "@revoked * KEY\n", Accepted);
    row("command for another host", trusted + "Host gpu-1\n KnownHostsCommand FOLDER/command\n",
        "@revoked * KEY\n", Accepted);
    row("revoked keys", trusted + "RevokedHostKeys FOLDER/list\n", "KEY\n", Refused);
    row("another key revoked", trusted + "RevokedHostKeys FOLDER/list\n", "# lab\nWRONG old\n", Accepted);
    row("revoked keys of another host", trusted + "Host gpu-1\n RevokedHostKeys FOLDER/list\n", "KEY\n",
        Accepted);
    row("no file of revoked keys", trusted + "RevokedHostKeys FOLDER/none\n", "", Refused);
    row("damaged file of revoked keys", trusted + "RevokedHostKeys FOLDER/list\n", "nonsense\n", Refused);
    row("list of revoked keys", trusted + "RevokedHostKeys FOLDER/krl\n", "KEY\n", Refused);
    row("list of other revoked keys", trusted + "RevokedHostKeys FOLDER/krl\n", "WRONG\n", Accepted);
    row("list of revoked hashes", trusted + "RevokedHostKeys FOLDER/krl\n", "sha256", Refused);
    row("list of revoked old hashes", trusted + "RevokedHostKeys FOLDER/krl\n", "sha1", Refused);
}

void SshConfigTest::neverMilderThanOpenSsh()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, list);
    QFETCH(int, verdict);
    const QString folder = m_home + "/.ssh";
    writeFile(m_config, fill(config));
    writeFile(folder + "/trusted", fill("NAME KEY\n"));
    writeFile(folder + "/list", fill(list));
    writeFile(folder + "/command", "#!/bin/sh\ncat " + folder.toUtf8() + "/list\n");
    QVERIFY(
        QFile::setPermissions(folder + "/command", QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    if (config.contains("krl")) {
        // ssh-keygen makes the list: of keys, or of the hashes of a key.
        if (!list.contains(' ') && !list.contains("KEY") && !list.contains("WRONG")) {
            writeFile(folder + "/key", fill("KEY\n"));
            writeFile(folder + "/list", list + ": " + fill("KEY\n"));
        }
        QByteArray said;
        QVERIFY2(runProgram("ssh-keygen", {"-k", "-f", folder + "/krl", folder + "/list"}, &said) == 0,
                 said.constData());
    }
    const Verdict theirs = openSsh();
    QString message;
    const Verdict mine = ours(&message);
    QVERIFY2(mine == verdict && theirs == verdict,
             qPrintable(QStringLiteral("ssh: %1, ours: %2 (%3)").arg(theirs).arg(mine).arg(message)));
}

void SshConfigTest::configurationsThatOthersWriteAreRefused()
{
    writeFile(m_home + "/.ssh/list", fill("NAME KEY\n"));
    writeFile(m_config, fill("UserKnownHostsFile FOLDER/list\n"));
    QString message;
    QCOMPARE(ours(&message), Accepted);
    QVERIFY(QFile::setPermissions(m_config, QFile::ReadOwner | QFile::WriteOwner | QFile::WriteOther));
    QCOMPARE(ours(&message), Refused);
    QVERIFY2(message.contains(m_config) && message.contains("others may write"), qPrintable(message));
    writeFile(m_config, fill("UserKnownHostsFile \"FOLDER/list\n"));
    QCOMPARE(ours(&message), Refused);
    QVERIFY2(message.contains(m_config + ":1"), qPrintable(message));
}

/// Stricter than OpenSSH, and says so.
void SshConfigTest::aCommandThatKnowsHostsIsNotPassedOver()
{
    writeFile(m_home + "/.ssh/list", fill("NAME KEY\n"));
    writeFile(m_config, fill("UserKnownHostsFile FOLDER/list\nKnownHostsCommand /bin/true\n"));
    QCOMPARE(openSsh(), Accepted);
    QString message;
    QCOMPARE(ours(&message), Refused);
    QVERIFY2(message.contains(m_config + ":2") && message.contains("KnownHostsCommand none"),
             qPrintable(message));
}

/// Every cut and every flipped bit of the head of a list: refused or read, never out of bounds, and what
/// revokes the key whole revokes it or is refused.
void SshConfigTest::damagedRevocationListsBlock()
{
    const QString folder = m_home + "/.ssh";
    writeFile(folder + "/list", fill("KEY\nWRONG\n"));
    QCOMPARE(runProgram("ssh-keygen", {"-k", "-f", folder + "/krl", folder + "/list"}), 0);
    QFile file(folder + "/krl");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string whole = file.readAll().toStdString();
    const HostKey key = *parseKey("ssh-ed25519", m_server->hostKey().section(' ', 1, 1).toStdString());
    const auto revoked = isRevokedIn(whole, key);
    QVERIFY(revoked.ok() && revoked.value());
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const auto cut = isRevokedIn(std::string_view(whole).substr(0, size), key);
        QVERIFY2(!cut || size == 44, qPrintable(QString::number(size))); // a head alone lists nothing
    }
    std::string longer = whole;
    longer[whole.size() - 1] = char(longer[whole.size() - 1] ^ 1);
    QVERIFY(isRevokedIn(longer, key).ok());
    std::string newer = whole;
    newer[11] = 2;
    QVERIFY(!isRevokedIn(newer, key));
    std::string unknown = whole;
    unknown[44] = 99;
    QVERIFY(!isRevokedIn(unknown, key));
}

} // namespace lockstep

QTEST_GUILESS_MAIN(lockstep::SshConfigTest)
#include "ssh_config_test.moc"
