// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/inert_text.h"

#include <QStringDecoder>

namespace lockstep {

namespace {

constexpr char16_t kControlPictures = 0x2400;
constexpr char16_t kDeletePicture = 0x2421;
constexpr qsizetype kTabWidth = 8;

/// Format characters (bidirectional marks, embeddings, overrides and isolates, zero-width ones, byte-order
/// marks, language tags), C1 controls, line and paragraph separators, variation selectors' invisible kin.
bool isUnseen(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        // Letters without a picture: Hangul fillers, combining grapheme joiner, Braille blank.
        return character == 0x115F || character == 0x1160 || character == 0x3164 || character == 0xFFA0 ||
               character == 0x034F || character == 0x2800;
    }
}

bool isPlain(const QString& text)
{
    for (const QChar character : text) {
        if (character.unicode() < 0x20 || character.unicode() > 0x7e)
            return false;
    }
    return true;
}

} // namespace

QString inertString(const QString& text)
{
    if (isPlain(text))
        return text;
    QString shown;
    shown.reserve(text.size() + 16);
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t character = text[i].unicode();
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            character = QChar::surrogateToUcs4(text[i], text[i + 1]);
        i += QChar::requiresSurrogates(character) ? 1 : 0;
        if (character == '\t')
            shown.append(QString(kTabWidth - shown.size() % kTabWidth, u' '));
        else if (character < 0x20)
            shown.append(QChar(static_cast<char16_t>(kControlPictures + character)));
        else if (character == 0x7f)
            shown.append(QChar(kDeletePicture));
        else if (isUnseen(character))
            shown.append(
                QStringLiteral("<U+%1>").arg(static_cast<uint>(character), 4, 16, QChar(u'0')).toUpper());
        else
            shown.append(QChar::fromUcs4(character));
    }
    return shown;
}

QString inertText(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless | QStringDecoder::Flag::ConvertInitialBom);
    return inertString(QString(decoder(bytes)));
}

QString inertString(const std::string& text)
{
    return inertString(QString::fromStdString(text));
}

} // namespace lockstep
