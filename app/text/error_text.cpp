// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/error_text.h"

#include "engine/protocol/result.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

std::string translated(const std::string& text)
{
    return text.empty() ? text : QCoreApplication::translate("Error", text.c_str()).toStdString();
}

std::string inThisLanguage(const Sentence& sentence)
{
    std::vector<std::string> arguments;
    arguments.reserve(sentence.arguments.size());
    for (const Sentence& argument : sentence.arguments)
        arguments.push_back(inThisLanguage(argument));
    return fillPlaceholders(translated(sentence.text), arguments);
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
    if (!text.isEmpty())
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
