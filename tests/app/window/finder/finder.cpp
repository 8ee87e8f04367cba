// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/finder/finder.h"

#include "tests/app/window/finder/answers.h"

#include <QJsonDocument>
#include <QLocalSocket>

namespace lockstep {

Finder::Finder(const QString& socket, QObject* parent) : QObject(parent)
{
    connect(&m_server, &QLocalServer::newConnection, this, &Finder::greet);
    if (!m_server.listen(socket))
        qFatal("finder: %s: %s", qUtf8Printable(socket), qUtf8Printable(m_server.errorString()));
}

void Finder::greet()
{
    QLocalSocket* client = m_server.nextPendingConnection();
    connect(client, &QLocalSocket::disconnected, client, &QObject::deleteLater);
    connect(client, &QLocalSocket::readyRead, client, [client] {
        while (client->canReadLine()) {
            const QJsonObject question = QJsonDocument::fromJson(client->readLine()).object();
            client->write(QJsonDocument(answerTo(question)).toJson(QJsonDocument::Compact) + '\n');
        }
    });
}

} // namespace lockstep
