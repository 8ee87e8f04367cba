// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/terminal.h"

#include "app/text/inert_text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace lockstep {

namespace {

constexpr qsizetype kMaxAnswer = 4096;

/// East Asian wide and full-width forms, roughly: what common terminals draw two columns wide.
bool isWide(QChar character)
{
    const char16_t code = character.unicode();
    return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
           (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
           (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60);
}

/// The controlling terminal; closed and set back at the end, also when the person never answers.
class Tty {
public:
    Tty() : m_descriptor(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {}
    ~Tty()
    {
        if (m_hidden)
            ::tcsetattr(m_descriptor, TCSAFLUSH, &m_before);
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Tty(const Tty&) = delete;
    Tty& operator=(const Tty&) = delete;

    bool ok() const { return m_descriptor >= 0; }

    bool hideInput()
    {
        if (::tcgetattr(m_descriptor, &m_before) != 0)
            return false;
        termios silent = m_before;
        silent.c_lflag &= static_cast<tcflag_t>(~ECHO);
        silent.c_lflag |= ECHONL;
        m_hidden = ::tcsetattr(m_descriptor, TCSAFLUSH, &silent) == 0;
        return m_hidden;
    }

    void write(const QByteArray& text) const
    {
        qsizetype done = 0;
        while (done < text.size()) {
            const ssize_t count =
                ::write(m_descriptor, text.data() + done, static_cast<std::size_t>(text.size() - done));
            if (count < 0 && errno != EINTR)
                return;
            done += std::max<ssize_t>(0, count);
        }
    }

    std::optional<QByteArray> readLine() const
    {
        QByteArray line;
        line.reserve(kMaxAnswer);
        char character = 0;
        while (line.size() < kMaxAnswer) {
            const ssize_t count = ::read(m_descriptor, &character, 1);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return {};
            if (character == '\n')
                return line;
            line.append(character);
        }
        return {};
    }

private:
    int m_descriptor;
    termios m_before{};
    bool m_hidden = false;
};

} // namespace

Terminal::Terminal(std::FILE* stream) : m_stream(stream), m_terminal(::isatty(::fileno(stream)) == 1) {}

int Terminal::width() const
{
    winsize size{};
    if (!m_terminal || ::ioctl(::fileno(m_stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return m_terminal ? 80 : 0;
    return size.ws_col;
}

void Terminal::write(const QString& text)
{
    // A reader that is gone must not end the run; there is nobody left to tell.
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), m_stream);
    std::fflush(m_stream);
}

void Terminal::clearBlock()
{
    if (m_blockLines > 0)
        write(QStringLiteral("\x1b[%1A\x1b[J").arg(m_blockLines));
    m_blockLines = 0;
}

void Terminal::printLine(const QString& text)
{
    const bool redraw = m_blockLines > 0;
    clearBlock();
    write(inertString(text) + u'\n');
    if (redraw)
        setBlock(m_block);
}

void Terminal::setBlock(const QStringList& lines)
{
    m_block = lines;
    if (!m_terminal)
        return;
    QString text;
    if (m_blockLines > 0)
        text = QStringLiteral("\x1b[%1A").arg(m_blockLines);
    for (const QString& line : lines)
        text += QStringLiteral("\x1b[2K") + fitted(inertString(line), width() - 1) + u'\n';
    if (m_blockLines > lines.size())
        text += QStringLiteral("\x1b[J");
    m_blockLines = static_cast<int>(lines.size());
    write(text);
}

void printNotice(const QString& text)
{
    std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

int columnsOf(const QString& text)
{
    int columns = 0;
    for (const QChar character : text)
        columns += isWide(character) ? 2 : 1;
    return columns;
}

QString padded(const QString& text, int columns)
{
    const QString spaces(std::max(std::abs(columns) - columnsOf(text), 0), u' ');
    return columns < 0 ? text + spaces : spaces + text;
}

QString fitted(const QString& text, int columns)
{
    if (columns <= 0)
        return text;
    int used = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        used += isWide(text[i]) ? 2 : 1;
        if (used > columns)
            return text.left(i);
    }
    return text;
}

std::optional<QString> askOnTerminal(const QString& question)
{
    const Tty tty;
    if (!tty.ok())
        return {};
    tty.write(inertString(question).toUtf8() + ' ');
    const std::optional<QByteArray> answer = tty.readLine();
    return answer ? std::optional(QString::fromUtf8(*answer).trimmed()) : std::nullopt;
}

std::optional<QByteArray> askSecretOnTerminal(const QString& question)
{
    Tty tty;
    if (!tty.ok() || !tty.hideInput())
        return {};
    tty.write(inertString(question).toUtf8() + ' ');
    return tty.readLine();
}

} // namespace lockstep
