// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"
#include "engine/protocol/result.h"

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

namespace lockstep {

/// What people see the fields of runs and their values called.
struct ShownNames {
    struct Name {
        QString shown; ///< "Learning rate"
        QString name;  ///< as a query has it without this: "training.learning_rate"
    };
    QVector<Name> names;
    /// Of a text, not of a number ("Adam" of "adam"); may be empty.
    std::function<QString(const RunField&)> value;
};

/// Which runs a person looks for. The text is words with blanks between them, all of which must hold:
///
///     digits             in the name, id, tags, notes, model, data set or hosts
///     "two: words"       the same, with its blanks and signs
///     model:resnet       contains; of name, id, tag, note, state, host, sweep and any parameter or result
///     model=resnet18     is exactly; != is not
///     lr>0.01            of numbers, also >=, <, <=; 90% is 0.9
///     created>=2026-11   of dates
///     -failed -tag:old   does not hold
///
/// Upper and lower case are one. A parameter is called by its key or the end of it: training.learning_rate,
/// learning_rate; lr, wd, data, model, optimizer and accuracy are short for the usual ones. Where it is told
/// what people see, that serves as well, or its beginning: "learning rate">0.01, optimizer=Adam. The signs
/// and quotation marks of Chinese keyboards stand for the others.
class RunQuery {
public:
    /// Every run.
    RunQuery() = default;
    /// An error says what is missing or wrong.
    static Result<RunQuery> parse(const QString& text, const ShownNames& shown = {});

    bool matches(const CatalogueRun& run) const;
    bool isEmpty() const { return m_terms.empty(); }

    enum class Relation { Contains, Equal, Unequal, Less, AtMost, Greater, AtLeast };

private:
    struct Term {
        bool isNegated = false;
        QString name; ///< empty: a word
        Relation relation = Relation::Contains;
        QString text;                 ///< folded
        double number = std::nan(""); ///< NaN: the text is none
    };

    static Result<Term> termIn(const QString& word, const ShownNames& shown);
    bool holds(const Term& term, const CatalogueRun& run) const;
    bool hasWord(const QString& word, const CatalogueRun& run) const;
    QStringList textsOf(const RunField& field) const;

    std::vector<Term> m_terms;
    std::function<QString(const RunField&)> m_shownValue; ///< see ShownNames::value
};

/// The field of a run that a person calls `name`: of that name, else the first whose name ends with it; null:
/// none.
const RunField* fieldCalled(const QString& name, const CatalogueRun& run);

} // namespace lockstep
