// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/error_text.h"

#include "app/text/list_text.h"
#include "engine/protocol/result.h"

#include <QCoreApplication>
#include <string_view>

namespace lockstep {

namespace {

std::string translated(const std::string& text)
{
    return text.empty() ? text : QCoreApplication::translate("Error", text.c_str()).toStdString();
}

/// "%1 %2 %3": sentences one after the other, as inARow() puts them.
bool isRow(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool fits = i % 3 == 0   ? text[i] == '%'
                          : i % 3 == 1 ? text[i] >= '1' && text[i] <= '9'
                                       : text[i] == ' ';
        if (!fits)
            return false;
    }
    return text.size() > 2 && text.size() % 3 == 2;
}

std::string inThisLanguage(const Sentence& sentence)
{
    std::vector<std::string> arguments;
    arguments.reserve(sentence.arguments.size());
    for (const Sentence& argument : sentence.arguments)
        arguments.push_back(inThisLanguage(argument));
    if (!isRow(sentence.text))
        return fillPlaceholders(translated(sentence.text), arguments);
    QStringList sentences;
    for (const std::string& argument : arguments)
        sentences.append(QString::fromStdString(argument));
    return sentencesText(sentences).toStdString();
}

/// It begins with a name as a person gave it, which may begin with a small letter: "cpu-3 is ...".
bool beginsWithName(const Sentence& sentence)
{
    if (sentence.text.size() < 2 || sentence.text[0] != '%')
        return false;
    const auto argument = static_cast<std::size_t>(sentence.text[1] - '1');
    if (argument >= sentence.arguments.size())
        return false;
    const Sentence& first = sentence.arguments[argument];
    return first.arguments.empty() ? !isRow(sentence.text) : beginsWithName(first);
}

} // namespace

QString sentenceText(const Sentence& sentence)
{
    return QString::fromStdString(inThisLanguage(sentence));
}

QString errorText(const Error& error)
{
    return sentenceText(Error{error.text, error.arguments, {}});
}

QString sentenceBeginning(const Sentence& sentence)
{
    QString text = sentenceText(sentence);
    if (!text.isEmpty() && !beginsWithName(sentence))
        text[0] = text.at(0).toUpper();
    return text;
}

QString errorSentence(const Error& error)
{
    return sentenceBeginning(Error{error.text, error.arguments, {}});
}

QString errorMessage(const Error& error)
{
    return sentenceText(error);
}

} // namespace lockstep
