// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/bundle/data_payload.h"
#include "tests/support/local_sshd.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>

/// Data that are copied to hosts, for tests.
namespace lockstep {

inline void write(const QString& path, const QByteArray& content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
    QCOMPARE(file.write(content), content.size());
}

inline QByteArray noise(qsizetype bytes)
{
    QRandomGenerator random(7);
    QByteArray content(bytes, '\0');
    for (char& byte : content)
        byte = static_cast<char>(random.generate());
    return content;
}

inline DataSpec imagesIn(const QString& folder)
{
    DataSpec data;
    data.kind = DataKind::ImageFolder;
    data.path = folder.toStdString();
    return data;
}

inline bool readOn(std::uint64_t, std::uint64_t)
{
    return true;
}

/// Where a host keeps them.
inline QString copies(const LocalSshd& server)
{
    return server.home() + "/.lockstep/data";
}

/// As diff and sha256sum say: the copy on a host, and the folder here.
inline bool isCopied(const LocalSshd& server, const DataPayload& data)
{
    const QString folder = copies(server) + "/" + QString::fromStdString(data.hash);
    return runProgram("diff", {"-r", QString::fromStdString(data.root), folder + "/data"}) == 0 &&
           runProgram("/bin/sh", {"-c", "cd \"$1\" && sha256sum -c --quiet MANIFEST.sha256", "sh", folder}) ==
               0;
}

} // namespace lockstep
