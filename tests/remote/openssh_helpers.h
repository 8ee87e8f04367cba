// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/local_sshd.h"

#include <QByteArray>
#include <QFile>
#include <QStringList>
#include <QTest>

namespace lockstep {

/// A file as OpenSSH wants those of its configuration: nobody else may write to it.
inline void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
}

/// What `ssh -G` prints for a keyword, line by line, with a file as the person's configuration.
inline QStringList openSshSays(const QString& config, const QStringList& arguments, const QByteArray& key)
{
    QByteArray said;
    runProgram("ssh", QStringList{"-G", "-F", config} + arguments, &said);
    QStringList values;
    for (const QByteArray& line : said.split('\n'))
        if (line.startsWith(key + ' '))
            values << QString::fromUtf8(line.mid(key.size() + 1));
    return values;
}

} // namespace lockstep
