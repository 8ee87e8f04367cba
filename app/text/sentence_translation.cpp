// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/sentence_translation.h"

#include "app/text/text_pattern.h"
#include "engine/protocol/result.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Fewer fixed letters would fit strangers' sentences too.
constexpr qsizetype kFewestLetters = 12;
/// Sentences stand in sentences ("rank 2 on gpu-1 failed: ..."), but not endlessly.
constexpr int kDeepest = 4;

/// Every text of the context "Error" that has places: those that say most first, of equals the one that tells
/// more apart ("exit code %1: %2" before "exit code %1.").
std::vector<TextPattern> readPatterns()
{
    std::vector<TextPattern> patterns;
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
            TextPattern pattern(xml.readElementText());
            if (!pattern.places.empty() && pattern.letters >= kFewestLetters)
                patterns.push_back(std::move(pattern));
        }
    }
    std::stable_sort(patterns.begin(), patterns.end(), [](const TextPattern& one, const TextPattern& other) {
        return std::pair(one.letters, one.places.size()) > std::pair(other.letters, other.places.size());
    });
    return patterns;
}

QString translated(const QString& text)
{
    return text.isEmpty() ? text : QCoreApplication::translate("Error", text.toUtf8().constData());
}

QString translateSentence(const QString& sentence, int depth)
{
    if (const QString whole = translated(sentence); whole != sentence || depth > kDeepest)
        return whole;
    static const std::vector<TextPattern> patterns = readPatterns();
    for (const TextPattern& pattern : patterns) {
        const auto arguments = argumentsOf(pattern, sentence);
        if (!arguments)
            continue;
        std::vector<std::string> texts;
        for (auto argument = std::next(arguments->begin()); argument != arguments->end(); ++argument)
            texts.push_back(translateSentence(*argument, depth + 1).toStdString());
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
