// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mirrors/journal_end.h"

#include "engine/protocol/journal.h"

#include <QFile>
#include <algorithm>

namespace lockstep {

JournalEnd readJournalEnd(const QString& journal, qint64 bytes)
{
    JournalEnd end;
    QFile file(journal);
    if (!file.open(QIODevice::ReadOnly))
        return end;
    file.seek(std::max<qint64>(0, file.size() - bytes));
    JournalReader reader;
    for (const Record& record : reader.feed(file.read(bytes).toStdString()).records) {
        end.lastMs = record.wallMs;
        end.lastWords.reset();
        if (const auto* finished = std::get_if<RankFinished>(&record.event))
            end.lastWords = *finished;
        const auto* evaluated = std::get_if<Evaluated>(&record.event);
        if (evaluated != nullptr && evaluated->set == "validation")
            end.accuracy = evaluated->top1;
    }
    return end;
}

} // namespace lockstep
