// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/look_texts.h"

#include "app/error_text.h"
#include "app/look/live_look.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Look", text);
}

/// "1.24", "5", "1,300".
QString timesText(double ratio)
{
    return ratio < 100 ? QString::number(ratio, 'g', 3) : countText(qRound64(ratio));
}

} // namespace

QString countText(qint64 count)
{
    return QLocale(QLocale::English).toString(count);
}

QString partText(DataPart part)
{
    switch (part) {
    case DataPart::Training:
        return translated(QT_TRANSLATE_NOOP("Look", "Training"));
    case DataPart::Validation:
        return translated(QT_TRANSLATE_NOOP("Look", "Validation"));
    case DataPart::Evaluation:
        return translated(QT_TRANSLATE_NOOP("Look", "Evaluation"));
    }
    return {};
}

QString sizeText(const DataLook& look)
{
    QStringList sizes;
    for (const LookPart& part : look.parts) {
        QString text;
        switch (part.part) {
        case DataPart::Training:
            text = translated(QT_TRANSLATE_NOOP("Look", "%1 samples to train"));
            break;
        case DataPart::Validation:
            text = translated(QT_TRANSLATE_NOOP("Look", "%1 to validate"));
            break;
        case DataPart::Evaluation:
            text = translated(QT_TRANSLATE_NOOP("Look", "%1 to evaluate"));
            break;
        }
        sizes.append(text.arg(countText(part.samples)));
    }
    return translated(QT_TRANSLATE_NOOP("Look", "%1; %2 classes."))
        .arg(sizes.join(translated(QT_TRANSLATE_NOOP("Look", ", "))), countText(look.classes));
}

QString placeText(const LiveLook& look)
{
    if (look.place().isEmpty())
        return {};
    return u' ' + translated(QT_TRANSLATE_NOOP("Look", "Seen on %1.")).arg(look.place());
}

QString balanceText(const DataLook& look)
{
    if (look.parts.empty() || look.classes < 2)
        return {};
    const LookPart& part = look.parts.front();
    const auto [least, most] = std::ranges::minmax_element(part.counts);
    const QString small = classText(look, static_cast<int>(least - part.counts.begin()));
    const QString large = classText(look, static_cast<int>(most - part.counts.begin()));
    if (*least == *most)
        return translated(
                   QT_TRANSLATE_NOOP("Look", "Balanced: every class has the same number of samples, %1."))
            .arg(countText(*least));
    if (*least == 0)
        return translated(QT_TRANSLATE_NOOP("Look", "Class %1 has no sample; class %2 has the most, %3."))
            .arg(small, large, countText(*most));
    return translated(QT_TRANSLATE_NOOP(
                          "Look", "Fewest samples: %1 (class %2); most: %3 (class %4), %5 times as many."))
        .arg(countText(*least), small, countText(*most), large,
             timesText(static_cast<double>(*most) / *least));
}

QString shapeText(const DataLook& look)
{
    QStringList sizes;
    for (const int size : look.sampleShape)
        sizes.append(QString::number(size));
    return sizes.join(QStringLiteral(" × "));
}

QString countTable(const DataLook& look)
{
    QStringList header{translated(QT_TRANSLATE_NOOP("Look", "Class"))};
    for (const LookPart& part : look.parts)
        header.append(partText(part.part));
    QStringList lines{header.join(u'\t')};
    for (int label = 0; label < look.classes; ++label) {
        QStringList fields{classText(look, label)};
        for (const LookPart& part : look.parts)
            fields.append(QString::number(part.counts[static_cast<std::size_t>(label)]));
        lines.append(fields.join(u'\t'));
    }
    return lines.join(u'\n') + u'\n';
}

QString stateText(const LiveLook& look)
{
    switch (look.state()) {
    case LiveLook::State::Nothing:
        return translated(QT_TRANSLATE_NOOP("Look", "Choose the data to see some of them here."));
    case LiveLook::State::Looking: {
        const QString text = look.progress().isEmpty()
                                 ? translated(QT_TRANSLATE_NOOP("Look", "Looking at the data…"))
                                 : look.progress();
        return look.secondsSpent() < 2 ? text
                                       : translated(QT_TRANSLATE_NOOP("Look", "%1 (%2 s)"))
                                             .arg(text, QString::number(look.secondsSpent()));
    }
    case LiveLook::State::Seen:
        return {};
    case LiveLook::State::Failed:
        return errorSentence(*look.error());
    case LiveLook::State::Stopped:
        return translated(QT_TRANSLATE_NOOP("Look", "Stopped before the data were seen."));
    case LiveLook::State::Elsewhere:
        if (look.host().isEmpty())
            return translated(QT_TRANSLATE_NOOP(
                "Look", "These data are not on this computer. Correct the path, or copy them there."));
        return translated(QT_TRANSLATE_NOOP("Look", "These data lie on %1, not on this computer."))
            .arg(look.host());
    }
    return {};
}

} // namespace lockstep
