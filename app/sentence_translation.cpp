// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentence_translation.h"

#include "engine/protocol/result.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QStringList>
#include <QXmlStreamReader>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Fewer fixed letters would fit strangers' sentences too.
constexpr qsizetype kFewestLetters = 12;
/// Sentences stand in sentences ("rank 2 on gpu-1 failed: ..."), but not endlessly.
constexpr int kDeepest = 4;

/// A text with its places: "Rank %1 has lost rank %2." is the parts "Rank ", " has lost rank ", "." and 1, 2.
struct Pattern {
    QString text;
    QStringList parts;
    std::vector<int> places;
    qsizetype letters = 0;
};

std::optional<Pattern> makePattern(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%([1-9])"));
    Pattern pattern{text, {}, {}, 0};
    qsizetype from = 0;
    for (auto it = place.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        pattern.parts.append(text.mid(from, match.capturedStart() - from));
        pattern.places.push_back(match.captured(1).toInt());
        from = match.capturedEnd();
    }
    pattern.parts.append(text.mid(from));
    for (const QString& part : pattern.parts)
        pattern.letters += std::count_if(part.begin(), part.end(), [](QChar c) { return c.isLetter(); });
    if (pattern.places.empty() || pattern.letters < kFewestLetters)
        return std::nullopt;
    return pattern;
}

/// Every text of the context "Error" that has places: those that say most first, of equals the one that tells more
/// apart ("exit code %1: %2" before "exit code %1.").
std::vector<Pattern> readPatterns()
{
    std::vector<Pattern> patterns;
    QFile file(QStringLiteral(":/translations/texts.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return patterns;
    QXmlStreamReader xml(&file);
    bool isError = false;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            isError = xml.readElementText() == QLatin1String("Error");
        else if (isError && xml.name() == QLatin1String("source")) {
            if (auto pattern = makePattern(xml.readElementText()))
                patterns.push_back(*std::move(pattern));
        }
    }
    std::stable_sort(patterns.begin(), patterns.end(), [](const Pattern& one, const Pattern& other) {
        return std::pair(one.letters, one.places.size()) > std::pair(other.letters, other.places.size());
    });
    return patterns;
}

/// What stands in the places of `pattern` when the whole sentence was made from it.
std::optional<std::vector<QString>> argumentsOf(const Pattern& pattern, const QString& sentence)
{
    if (!sentence.startsWith(pattern.parts.first()) || !sentence.endsWith(pattern.parts.last()))
        return std::nullopt;
    std::vector<QString> arguments(9);
    qsizetype at = pattern.parts.first().size();
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
        const auto next = static_cast<qsizetype>(i) + 1;
        const QString& part = pattern.parts[next];
        const bool isLast = next == pattern.parts.size() - 1;
        const qsizetype end = isLast ? sentence.size() - part.size() : sentence.indexOf(part, at);
        if (end < at)
            return std::nullopt;
        const QString found = sentence.mid(at, end - at);
        QString& argument = arguments[static_cast<std::size_t>(pattern.places[i] - 1)];
        if (!argument.isEmpty() && argument != found)
            return std::nullopt;
        argument = found;
        at = end + part.size();
    }
    return arguments;
}

QString translated(const QString& text)
{
    return text.isEmpty() ? text : QCoreApplication::translate("Error", text.toUtf8().constData());
}

QString translateSentence(const QString& sentence, int depth)
{
    if (const QString whole = translated(sentence); whole != sentence || depth > kDeepest)
        return whole;
    static const std::vector<Pattern> patterns = readPatterns();
    for (const Pattern& pattern : patterns) {
        const auto arguments = argumentsOf(pattern, sentence);
        if (!arguments)
            continue;
        std::vector<std::string> texts;
        for (const QString& argument : *arguments)
            texts.push_back(translateSentence(argument, depth + 1).toStdString());
        return QString::fromStdString(fillPlaceholders(translated(pattern.text).toStdString(), texts));
    }
    // "training.batch: found 0, expected ...": the key is the document's and stays.
    static const QRegularExpression keyed(QStringLiteral("^([a-z][a-z0-9_.]*): (.+)$"));
    if (const QRegularExpressionMatch match = keyed.match(sentence); match.hasMatch())
        return match.captured(1) + QStringLiteral(": ") + translateSentence(match.captured(2), depth + 1);
    return sentence;
}

} // namespace

QString translatedSentence(const QString& sentence)
{
    return translateSentence(sentence, 0);
}

} // namespace lockstep
