// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/ssh_config.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kMaxBytes = 1 << 20;
constexpr int kMaxLines = 20000;
constexpr int kMaxIncludes = 16;
constexpr std::size_t kMaxListed = 256;

struct Line {
    QString keyword; ///< in lower case
    QStringList arguments;
};

/// "Keyword argument ..." or "Keyword=argument", arguments perhaps in double quotes.
Line parseLine(const QString& text)
{
    static const QRegularExpression whole(
        QStringLiteral(R"(^\s*([A-Za-z][A-Za-z0-9]*)(?:\s*=\s*|\s+)(.*?)\s*$)"));
    static const QRegularExpression argument(QStringLiteral(R"re("([^"]*)"|(\S+))re"));
    const QRegularExpressionMatch match = whole.match(text);
    Line line;
    if (!match.hasMatch())
        return line;
    line.keyword = match.captured(1).toLower();
    auto found = argument.globalMatch(match.captured(2));
    while (found.hasNext()) {
        const QRegularExpressionMatch one = found.next();
        line.arguments << (one.capturedStart(1) >= 0 ? one.captured(1) : one.captured(2));
    }
    return line;
}

bool hasWildcard(const QString& pattern)
{
    return pattern.contains(u'*') || pattern.contains(u'?') || pattern.startsWith(u'!');
}

bool matchesPattern(const QString& pattern, const QString& alias)
{
    const QString expression = QRegularExpression::escape(pattern)
                                   .replace(QLatin1String("\\*"), QLatin1String(".*"))
                                   .replace(QLatin1String("\\?"), QLatin1String("."));
    return QRegularExpression(QRegularExpression::anchoredPattern(expression),
                              QRegularExpression::CaseInsensitiveOption)
        .match(alias)
        .hasMatch();
}

/// As ssh has it: some pattern matches, and no negated one does.
bool applies(const QStringList& patterns, const QString& alias)
{
    bool isNamed = false;
    for (const QString& pattern : patterns) {
        if (pattern.startsWith(u'!')) {
            if (matchesPattern(pattern.mid(1), alias))
                return false;
        } else {
            isNamed = isNamed || matchesPattern(pattern, alias);
        }
    }
    return isNamed;
}

void readLines(const QString& path, const QString& folder, int depth, std::vector<Line>& lines)
{
    QFile file(path);
    if (depth > kMaxIncludes || !QFileInfo(path).isFile() || file.size() > kMaxBytes ||
        !file.open(QIODevice::ReadOnly | QIODevice::Text))
        return;
    const QStringList texts = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const QString& text : texts) {
        Line line = parseLine(text);
        if (line.keyword.isEmpty() || lines.size() >= kMaxLines)
            continue;
        if (line.keyword != QLatin1String("include")) {
            lines.push_back(std::move(line));
            continue;
        }
        for (QString pattern : line.arguments) {
            if (pattern.startsWith(QLatin1String("~/")))
                pattern = QDir::homePath() + pattern.mid(1);
            const QFileInfo info(QDir::isAbsolutePath(pattern) ? pattern : folder + u'/' + pattern);
            const QStringList names = QDir(info.path()).entryList({info.fileName()}, QDir::Files, QDir::Name);
            for (const QString& name : names)
                readLines(info.path() + u'/' + name, folder, depth + 1, lines);
        }
    }
}

/// A word that may stand in a document, and that no program takes for an option.
bool isPlainWord(const QString& text, qsizetype longest)
{
    return !text.isEmpty() && text.toUtf8().size() <= longest && !text.startsWith(u'-') &&
           std::none_of(text.begin(), text.end(),
                        [](QChar letter) { return letter.isSpace() || !letter.isPrint(); });
}

Host hostFor(const QString& alias, const std::vector<Line>& lines)
{
    QString user;
    int port = 0;
    bool isMine = true; // what stands before the first Host applies to all
    for (const Line& line : lines) {
        const QString value = line.arguments.value(0);
        if (line.keyword == QLatin1String("host"))
            isMine = applies(line.arguments, alias);
        else if (line.keyword == QLatin1String("match"))
            isMine = line.arguments == QStringList{QStringLiteral("all")};
        else if (!isMine)
            continue;
        else if (line.keyword == QLatin1String("user") && user.isEmpty())
            user = value;
        else if (line.keyword == QLatin1String("port") && port == 0)
            port = value.toInt();
    }
    Host host;
    host.id = host.name = alias.toStdString();
    host.address = alias.toStdString(); // what else is said of it holds for this name alone
    host.user = isPlainWord(user, 64) ? user.toStdString() : std::string();
    host.port = port >= 1 && port <= 65535 ? port : 22;
    host.devices = {Device{}};
    return host;
}

} // namespace

std::vector<Host> sshConfigHosts(const QString& path)
{
    std::vector<Line> lines;
    readLines(path, QFileInfo(path).path(), 0, lines);
    QStringList aliases;
    for (const Line& line : lines) {
        if (line.keyword != QLatin1String("host"))
            continue;
        for (const QString& alias : line.arguments) {
            if (!hasWildcard(alias) && isPlainWord(alias, 128) && !aliases.contains(alias))
                aliases << alias;
        }
    }
    std::vector<Host> hosts;
    for (const QString& alias : aliases) {
        if (hosts.size() < kMaxListed)
            hosts.push_back(hostFor(alias, lines));
    }
    return hosts;
}

QString sshConfigPath()
{
    return QDir::home().filePath(QStringLiteral(".ssh/config"));
}

} // namespace lockstep
