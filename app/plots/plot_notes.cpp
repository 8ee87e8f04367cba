// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_notes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kMaxBytes = 4 << 20;
constexpr qsizetype kMaxText = 2000;

QVector<PlotNote> notesOf(const QByteArray& json)
{
    QVector<PlotNote> notes;
    const QJsonArray array = QJsonDocument::fromJson(json).object()[u"notes"].toArray();
    for (const QJsonValue& value : array) {
        const qint64 step = value[u"step"].toInteger(-1);
        const QString text = value[u"text"].toString().left(kMaxText);
        if (step >= 0 && !text.isEmpty())
            notes.append({step, text});
    }
    std::ranges::stable_sort(notes, {}, &PlotNote::step);
    return notes;
}

} // namespace

QString PlotNotes::fileName()
{
    return QStringLiteral("notes.json");
}

void PlotNotes::open(const QString& file)
{
    if (m_file == file)
        return;
    m_file = file;
    QFile stored(file);
    m_notes = stored.open(QIODevice::ReadOnly) && stored.size() <= kMaxBytes ? notesOf(stored.readAll())
                                                                             : QVector<PlotNote>();
    emit changed();
}

Result<void> PlotNotes::set(const PlotNote& note)
{
    const auto at = std::ranges::lower_bound(m_notes, note.step, {}, &PlotNote::step);
    const bool isThere = at != m_notes.end() && at->step == note.step;
    if (note.text.isEmpty()) {
        if (isThere)
            m_notes.erase(at);
    } else if (isThere) {
        at->text = note.text.left(kMaxText);
    } else {
        m_notes.insert(at, {note.step, note.text.left(kMaxText)});
    }
    emit changed();
    return save();
}

Result<void> PlotNotes::save() const
{
    QJsonArray array;
    for (const PlotNote& note : m_notes)
        array.append(QJsonObject{{QStringLiteral("step"), static_cast<qint64>(note.step)},
                                 {QStringLiteral("text"), note.text}});
    QSaveFile file(m_file);
    const QByteArray json = QJsonDocument(QJsonObject{{QStringLiteral("notes"), array}}).toJson();
    if (file.open(QIODevice::WriteOnly) && file.write(json) == json.size() && file.commit())
        return {};
    return Error{LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
                 {m_file.toStdString(), file.errorString().toStdString()},
                 {}};
}

} // namespace lockstep
