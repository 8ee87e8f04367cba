// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/retranslation.h"

#include "app/text/text_pattern.h"

#include <QFile>
#include <QHash>
#include <QTranslator>
#include <QXmlStreamReader>
#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

struct Message {
    QByteArray context;
    QByteArray source;
    QByteArray comment;
    bool isCounted = false; ///< has a singular and a plural
};

/// Every text of the program, but those of errors, which are kept in English.
std::vector<Message> readMessages()
{
    std::vector<Message> messages;
    QFile file(QStringLiteral(":/translations/texts.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QByteArray context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText().toUtf8();
        else if (xml.name() == QLatin1String("message"))
            messages.push_back({context, {}, {}, xml.attributes().hasAttribute(QLatin1String("numerus"))});
        else if (xml.name() == QLatin1String("source"))
            messages.back().source = xml.readElementText().toUtf8();
        else if (xml.name() == QLatin1String("comment"))
            messages.back().comment = xml.readElementText().toUtf8();
    }
    std::erase_if(messages, [](const Message& message) { return message.context == "Error"; });
    return messages;
}

/// With its places still open; `count` is -1 where nothing is counted.
QString said(const QTranslator& translator, const Message& message, int count)
{
    const QString text =
        translator.translate(message.context, message.source,
                             message.comment.isEmpty() ? nullptr : message.comment.constData(), count);
    return text.isEmpty() ? QString::fromUtf8(message.source) : text;
}

} // namespace

struct Retranslation::State {
    struct Entry {
        TextPattern pattern;
        Message message;
    };

    void add(const Message& message, int count)
    {
        TextPattern pattern(said(from, message, count));
        if (pattern.places.empty())
            whole.insert(pattern.text, said(to, message, count));
        else if (pattern.letters > 0)
            entries.push_back({std::move(pattern), message});
    }

    QString filled(const Message& message, const TextArguments& arguments) const
    {
        const QString count = arguments[0];
        QString text = said(to, message, message.isCounted ? count.toInt() : -1);
        text.replace(QStringLiteral("%n"), count);
        // The field of "Edit “%1”" is the program's word; the host of "Add %1" has a name of its own.
        const bool isField = message.context == "lockstep::DocumentForm";
        QString result;
        const TextPattern pattern(text);
        for (std::size_t i = 0; i < pattern.places.size(); ++i) {
            const QString& argument = arguments[static_cast<std::size_t>(pattern.places[i])];
            result += pattern.parts[static_cast<qsizetype>(i)] +
                      (isField ? whole.value(argument, argument) : argument);
        }
        return result + pattern.parts.last();
    }

    QTranslator from;
    QTranslator to;
    std::vector<Entry> entries;
    QHash<QString, QString> whole; ///< texts without places
};

Retranslation::Retranslation(const QString& from, const QString& to) : m_state(std::make_unique<State>())
{
    for (const auto& [translator, language] :
         {std::pair(&m_state->from, from), std::pair(&m_state->to, to)}) {
        const bool isThere =
            translator->load(QStringLiteral("lockstep_") + language, QStringLiteral(":/translations"));
        Q_ASSERT(isThere);
    }
    for (const Message& message : readMessages()) {
        if (!message.isCounted)
            m_state->add(message, -1);
        for (int count = 1; message.isCounted && count <= 2; ++count)
            m_state->add(message, count);
    }
    std::stable_sort(
        m_state->entries.begin(), m_state->entries.end(),
        [](const auto& one, const auto& other) { return one.pattern.letters > other.pattern.letters; });
}

Retranslation::~Retranslation() = default;

QString Retranslation::operator()(const QString& text) const
{
    if (const auto found = m_state->whole.constFind(text); found != m_state->whole.constEnd())
        return *found;
    for (const State::Entry& entry : m_state->entries) {
        const auto arguments = argumentsOf(entry.pattern, text);
        if (!arguments)
            continue;
        bool isNumber = true;
        if (entry.message.isCounted)
            (*arguments)[0].toInt(&isNumber);
        if (isNumber)
            return m_state->filled(entry.message, *arguments);
    }
    return text;
}

} // namespace lockstep
