// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <cstdio>
#include <optional>

namespace lockstep {

/// Text on stdout or stderr: lines that stay, and, on a terminal, a block below them that is drawn again and
/// again. What it prints holds no control character but its own.
class Terminal {
public:
    explicit Terminal(std::FILE* stream);

    bool isTerminal() const { return m_terminal; }
    /// Characters in a line; 0 when it is no terminal.
    int width() const;
    void printLine(const QString& text);
    /// Replaces the block; nothing happens where there is no terminal.
    void setBlock(const QStringList& lines);
    /// Leaves the block as it stands.
    void keepBlock() { m_blockLines = 0; }

private:
    void clearBlock();
    void write(const QString& text);

    std::FILE* m_stream;
    bool m_terminal;
    int m_blockLines = 0;
    QStringList m_block;
};

/// A line on standard error: standard output belongs to the answer.
void printNotice(const QString& text);

/// How many columns a text takes, a wide character counting two.
int columnsOf(const QString& text);
/// With spaces before it to so many columns at least, a wide character counting two; behind it where
/// negative.
QString padded(const QString& text, int columns);
/// Cuts to so many columns, a wide character counting two; 0 cuts nothing.
QString fitted(const QString& text, int columns);

/// Asks on the controlling terminal, whatever stdin is; nothing when there is none. Waits for the person.
std::optional<QString> askOnTerminal(const QString& question);
/// The same without echo.
std::optional<QByteArray> askSecretOnTerminal(const QString& question);

} // namespace lockstep
