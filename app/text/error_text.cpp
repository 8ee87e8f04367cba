// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/error_text.h"

#include "app/text/list_text.h"
#include "engine/protocol/result.h"

#include <QCoreApplication>
#include <string_view>

namespace lockstep {

namespace {

/// What the system says of its own accord, mostly as the reason inside a sentence: marked for the
/// translators. translated() looks its words up like any other.
[[maybe_unused]] constexpr const char* kSystemReasons[] = {
    QT_TRANSLATE_NOOP("Error", "Connection refused"),
    QT_TRANSLATE_NOOP("Error", "No route to host"),
    QT_TRANSLATE_NOOP("Error", "Network is unreachable"),
    QT_TRANSLATE_NOOP("Error", "Connection timed out"),
    QT_TRANSLATE_NOOP("Error", "Connection reset by peer"),
    QT_TRANSLATE_NOOP("Error", "Broken pipe"),
    QT_TRANSLATE_NOOP("Error", "Permission denied"),
    QT_TRANSLATE_NOOP("Error", "No such file or directory"),
    QT_TRANSLATE_NOOP("Error", "No space left on device"),
    QT_TRANSLATE_NOOP("Error", "Read-only file system"),
    QT_TRANSLATE_NOOP("Error", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("Error", "Too many open files"),
    QT_TRANSLATE_NOOP("Error", "Cannot allocate memory"),
    QT_TRANSLATE_NOOP("Error", "Address already in use"),
    QT_TRANSLATE_NOOP("Error", "Input/output error"),
    QT_TRANSLATE_NOOP("Error", "Name or service not known"),
    QT_TRANSLATE_NOOP("Error", "Temporary failure in name resolution"),
    QT_TRANSLATE_NOOP("Error", "No address associated with hostname"),
};

std::string translated(const std::string& text)
{
    return text.empty() ? text : QCoreApplication::translate("Error", text.c_str()).toStdString();
}

/// "%1 %2 %3": one after the other with this between them, as inARow() puts them.
bool isRow(std::string_view text, std::string_view separator)
{
    const std::size_t period = 2 + separator.size();
    for (std::size_t i = 0; i < text.size(); i += period) {
        const std::string_view piece = text.substr(i, period);
        const bool fits = piece.size() >= 2 && piece[0] == '%' && piece[1] >= '1' && piece[1] <= '9' &&
                          (i + 2 == text.size() || piece.substr(2) == separator);
        if (!fits)
            return false;
    }
    return text.size() > 2 && text.size() % period == 2;
}

/// Sentences, rather than names.
bool isRowOfSentences(std::string_view text)
{
    return isRow(text, " ");
}

bool isHan(QChar character)
{
    return character.script() == QChar::Script_Han;
}

/// Without the spaces beside places that are filled with Chinese words: a translation has them for the names
/// in Latin letters that mostly stand there.
std::string closedUp(const std::string& text, const std::vector<std::string>& arguments)
{
    QString closed = QString::fromStdString(text);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const QString words = QString::fromStdString(arguments[i]);
        const qsizetype place = closed.indexOf(u'%' + QString::number(i + 1));
        if (place < 0 || words.isEmpty())
            continue;
        const qsizetype after = place + 2;
        if (after + 1 < closed.size() && closed.at(after) == u' ' && isHan(closed.at(after + 1)) &&
            isHan(words.back()))
            closed.remove(after, 1);
        if (place > 1 && closed.at(place - 1) == u' ' && isHan(closed.at(place - 2)) && isHan(words.front()))
            closed.remove(place - 1, 1);
    }
    return closed.toStdString();
}

std::string inThisLanguage(const Sentence& sentence)
{
    std::vector<std::string> arguments;
    arguments.reserve(sentence.arguments.size());
    for (const Sentence& argument : sentence.arguments)
        arguments.push_back(inThisLanguage(argument));
    const bool isOfSentences = isRowOfSentences(sentence.text);
    if (!isOfSentences && !isRow(sentence.text, ", "))
        return fillPlaceholders(closedUp(translated(sentence.text), arguments), arguments);
    QStringList row;
    for (const std::string& argument : arguments)
        row.append(QString::fromStdString(argument));
    return (isOfSentences ? sentencesText(row) : listText(row)).toStdString();
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
    return first.arguments.empty() ? !isRowOfSentences(sentence.text) : beginsWithName(first);
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
    // A translation begins as its translator has it: in Chinese often with a name, and never with a capital.
    const bool isEnglish = translated(sentence.text) == sentence.text;
    if (!text.isEmpty() && isEnglish && !beginsWithName(sentence))
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
