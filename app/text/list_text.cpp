// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/list_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

struct ListText {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ListText)
};

bool endsWide(const QString& text)
{
    return !text.isEmpty() && QStringView(u"。！？；：，、").contains(text.back());
}

} // namespace

QString listText(const QStringList& things)
{
    QString text = things.value(0);
    for (qsizetype i = 1; i < things.size(); ++i)
        text = ListText::tr("%1, %2", "what is listed, one more").arg(text, things[i]);
    return text;
}

QString sentencesText(const QStringList& sentences)
{
    QString text;
    for (const QString& sentence : sentences) {
        if (!text.isEmpty() && !endsWide(text))
            text += u' ';
        text += sentence;
    }
    return text;
}

} // namespace lockstep
