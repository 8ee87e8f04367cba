// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/help/manual_page.h"

#include <QFile>
#include <QRegularExpression>

namespace lockstep {

namespace {

QStringList captures(const QString& text, const QString& pattern)
{
    QStringList found;
    for (auto match = QRegularExpression(pattern).globalMatch(text); match.hasNext();)
        found.append(match.next().captured(1));
    return found;
}

void takeLine(WrittenPage& page, const QString& line)
{
    const qsizetype level = line.indexOf(QRegularExpression(QStringLiteral("[^#]")));
    if (level > 0)
        page.headings.append({static_cast<int>(level), line.mid(level).trimmed()});
    if (line.startsWith(u'|'))
        ++page.tableRows;
    static const QRegularExpression codeSpan(QStringLiteral("`[^`]*`"));
    page.prose += QString(line).remove(codeSpan) + u'\n';
}

} // namespace

WrittenPage readWrittenPage(const QString& path)
{
    WrittenPage page;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return page;
    bool isCode = false;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.startsWith(QLatin1String("```"))) {
            isCode = !isCode;
            if (isCode)
                page.codeBlocks.append(QStringList());
        } else if (isCode) {
            page.codeBlocks.last().append(line);
        } else {
            takeLine(page, line);
        }
    }
    page.boldWords = captures(page.prose, QStringLiteral("\\*\\*([^*]+)\\*\\*"));
    page.pictures = captures(page.prose, QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
    page.links = captures(page.prose, QStringLiteral("(?<!!)\\[[^\\]]+\\]\\(([^)]+)\\)"));
    return page;
}

} // namespace lockstep
