// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/preview_texts.h"

#include "app/preview/live_preview.h"
#include "app/text/error_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace lockstep {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Preview", text);
}

/// "1.24", "5", "1,300".
QString timesText(double ratio)
{
    return ratio < 100 ? QString::number(ratio, 'g', 3) : countText(qRound64(ratio));
}

} // namespace

QString partText(DataPart part)
{
    switch (part) {
    case DataPart::Training:
        return translated(QT_TRANSLATE_NOOP("Preview", "Training"));
    case DataPart::Validation:
        return translated(QT_TRANSLATE_NOOP("Preview", "Validation"));
    case DataPart::Evaluation:
        return translated(QT_TRANSLATE_NOOP("Preview", "Evaluation"));
    }
    return {};
}

QString sizeText(const DataPreview& preview)
{
    QStringList sizes;
    for (const PreviewPart& part : preview.parts) {
        QString text;
        switch (part.part) {
        case DataPart::Training:
            text = translated(QT_TRANSLATE_NOOP("Preview", "%1 samples to train"));
            break;
        case DataPart::Validation:
            text = translated(QT_TRANSLATE_NOOP("Preview", "%1 to validate"));
            break;
        case DataPart::Evaluation:
            text = translated(QT_TRANSLATE_NOOP("Preview", "%1 to evaluate"));
            break;
        }
        sizes.append(text.arg(countText(part.samples)));
    }
    return translated(QT_TRANSLATE_NOOP("Preview", "%1; %2 classes."))
        .arg(sizes.join(translated(QT_TRANSLATE_NOOP("Preview", ", "))), countText(preview.classes));
}

QString dataFileFilter(DataKind kind)
{
    if (placeOf(kind) != DataPlace::File)
        return {};
    return kind == DataKind::Clips
               ? translated(QT_TRANSLATE_NOOP("Preview", "Lists of clips (*.txt);;All files (*)"))
               : translated(QT_TRANSLATE_NOOP("Preview", "Paddle data (*.json.gz);;All files (*)"));
}

QString placeText(const LivePreview& preview)
{
    if (preview.place().isEmpty())
        return {};
    return u' ' + translated(QT_TRANSLATE_NOOP("Preview", "Seen on %1.")).arg(preview.place());
}

QString balanceText(const DataPreview& preview)
{
    if (preview.parts.empty() || preview.classes < 2)
        return {};
    const PreviewPart& part = preview.parts.front();
    const auto [least, most] = std::ranges::minmax_element(part.counts);
    const QString small = classText(preview, static_cast<int>(least - part.counts.begin()));
    const QString large = classText(preview, static_cast<int>(most - part.counts.begin()));
    if (*least == *most)
        return translated(
                   QT_TRANSLATE_NOOP("Preview", "Balanced: every class has the same number of samples, %1."))
            .arg(countText(*least));
    if (*least == 0)
        return translated(QT_TRANSLATE_NOOP("Preview", "Class %1 has no sample; class %2 has the most, %3."))
            .arg(small, large, countText(*most));
    return translated(QT_TRANSLATE_NOOP(
                          "Preview", "Fewest samples: %1 (class %2); most: %3 (class %4), %5 times as many."))
        .arg(countText(*least), small, countText(*most), large,
             timesText(static_cast<double>(*most) / *least));
}

QString shapeText(const DataPreview& preview)
{
    QStringList sizes;
    for (const int size : preview.sampleShape)
        sizes.append(QString::number(size));
    return sizes.join(QStringLiteral(" × "));
}

QString countTable(const DataPreview& preview)
{
    QStringList header{translated(QT_TRANSLATE_NOOP("Preview", "Class"))};
    for (const PreviewPart& part : preview.parts)
        header.append(partText(part.part));
    QStringList lines{header.join(u'\t')};
    for (int label = 0; label < preview.classes; ++label) {
        QStringList fields{classText(preview, label)};
        for (const PreviewPart& part : preview.parts)
            fields.append(QString::number(part.counts[static_cast<std::size_t>(label)]));
        lines.append(fields.join(u'\t'));
    }
    return lines.join(u'\n') + u'\n';
}

QString stateText(const LivePreview& preview)
{
    switch (preview.state()) {
    case LivePreview::State::Nothing:
        return translated(QT_TRANSLATE_NOOP("Preview", "Choose the data to see some of them here."));
    case LivePreview::State::Previewing: {
        const QString text = preview.progress().isEmpty()
                                 ? translated(QT_TRANSLATE_NOOP("Preview", "Previewing the data…"))
                                 : preview.progress();
        return preview.secondsSpent() < 2 ? text
                                          : translated(QT_TRANSLATE_NOOP("Preview", "%1 (%2 s)"))
                                                .arg(text, QString::number(preview.secondsSpent()));
    }
    case LivePreview::State::Seen:
        return {};
    case LivePreview::State::Failed:
        return errorSentence(*preview.error());
    case LivePreview::State::Stopped:
        return translated(QT_TRANSLATE_NOOP("Preview", "Stopped before the data were seen."));
    case LivePreview::State::Elsewhere:
        if (preview.host().isEmpty())
            return translated(QT_TRANSLATE_NOOP(
                "Preview", "These data are not on this computer. Correct the path, or copy them there."));
        return translated(QT_TRANSLATE_NOOP("Preview", "These data lie on %1, not on this computer."))
            .arg(preview.host());
    }
    return {};
}

} // namespace lockstep
