// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/library_texts.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <cmath>

namespace lockstep {

QString librariesText(const LibraryQuestion& question)
{
    QString text =
        QCoreApplication::translate(
            "RunTexts", "%1 lacks libraries of NVIDIA that training on its GPUs needs, and this computer has "
                        "them: %2. That is %3 in all, sent once and kept there.")
            .arg(inertString(question.address), inertString(sentenceText(question.names)),
                 sizeText(question.bytes));
    if (question.seconds > 0) {
        constexpr double kMilliseconds = 1000;
        text += u' ' + QCoreApplication::translate("RunTexts", "It takes about %1.")
                           .arg(durationText(std::llround(std::ceil(question.seconds) * kMilliseconds)));
    }
    return text;
}

} // namespace lockstep
