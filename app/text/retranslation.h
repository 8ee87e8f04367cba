// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>

namespace lockstep {

/// Says in another language what was said in one before: for texts that are kept, such as the names of steps
/// of undo. A name that a person gave, inside such a text, stays as it is.
class Retranslation {
public:
    /// Languages of presentLanguage(). REQUIRES: installLanguage() was called.
    Retranslation(const QString& from, const QString& to);
    ~Retranslation();

    /// A text that the program has not said stays as it is.
    QString operator()(const QString& text) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
