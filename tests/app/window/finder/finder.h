// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>

class QLocalSocket;

namespace lockstep {

/// Answers questions about what the program shows (answers.h), one JSON object a line each way, at a local
/// socket. Lives in the program's main thread, and answers between its events, in modal dialogs and drags
/// too.
class Finder : public QObject {
    Q_OBJECT
public:
    /// Ends the program when nobody could ask it there.
    explicit Finder(const QString& socket, QObject* parent = nullptr);

private:
    void greet();

    QLocalServer m_server;
};

} // namespace lockstep
