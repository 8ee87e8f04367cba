// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/experiment.h"

#include <QString>

namespace lockstep {

/// The experiment with a key set to a text, whatever it looks like ("12" stays a text).
Result<Experiment> withText(const Experiment& experiment, const QString& key, const QString& text);
/// The experiment with a key set to what was typed into a field of a number.
Result<Experiment> withNumber(const Experiment& experiment, const QString& key, const QString& text);
/// A number as people type it, with every digit it needs and none more.
QString numberText(double value);

template <typename Word>
QString wordText(Word word)
{
    const std::string_view text = toString(word);
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace lockstep
