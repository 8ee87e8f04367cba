// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/manual.h"

#include <QFile>
#include <QTextBlock>
#include <QTextDocument>

namespace lockstep {

namespace {

ManualPage readPage(const QString& path, Topic topic)
{
    ManualPage page{topic, pageFile(topic), {}, {}};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return page;
    QTextDocument document;
    document.setMarkdown(QString::fromUtf8(file.readAll()));
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 1)
            page.title = block.text();
        else if (level > 1)
            page.sections.append(block.text());
    }
    page.text = document.toPlainText();
    return page;
}

} // namespace

QString pagePath(const QString& folder, const QString& language, Topic topic)
{
    return folder + u'/' + language + u'/' + pageFile(topic);
}

QVector<ManualPage> readManual(const QString& folder, const QString& language)
{
    QVector<ManualPage> pages;
    for (const Topic topic : kTopics)
        pages.append(readPage(pagePath(folder, language, topic), topic));
    return pages;
}

} // namespace lockstep
