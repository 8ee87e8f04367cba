// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_texts.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QDateTime>

namespace lockstep {

namespace {

constexpr qsizetype kMaxWords = 1000;

} // namespace

QString reportPercent(std::optional<double> share)
{
    return share ? accuracyText(*share) : QString();
}

QString reportLoss(std::optional<double> loss)
{
    return loss ? lossText(*loss) : QString();
}

QString reportTime(std::int64_t ms)
{
    if (ms == 0)
        return {};
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ms);
    return time.toOffsetFromUtc(time.offsetFromUtc()).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss t"));
}

QString reportWords(const QString& words)
{
    return inertString(words.size() > kMaxWords ? words.left(kMaxWords) + u'…' : words);
}

QString reportWords(const std::string& words)
{
    return reportWords(QString::fromStdString(words));
}

} // namespace lockstep
