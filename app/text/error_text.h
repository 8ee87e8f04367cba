// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/sentence.h"

#include <QString>

namespace lockstep {

/// The sentence in the language of the program: it and every sentence that stands in it are looked up in the
/// context "Error". Words of anyone else's stay as they came.
QString sentenceText(const Sentence& sentence);

/// The same beginning with a capital letter, for a place of its own; a name that it begins with stays as it
/// is.
QString sentenceBeginning(const Sentence& sentence);

/// The error in the language of the program, without its key: its text and those of its arguments that are
/// marked texts themselves are looked up in the context "Error".
QString errorText(const Error& error);

/// The same beginning with a capital letter, for a place beside the field or on its own: texts about a key go
/// on after "key: ".
QString errorSentence(const Error& error);

/// The same with the key before it, when there is one: for a dialog or a log.
QString errorMessage(const Error& error);

} // namespace lockstep
