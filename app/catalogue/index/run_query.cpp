// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/run_query.h"

#include "app/catalogue/index/search_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

using Relation = RunQuery::Relation;

/// The longer ones first: >= begins with >.
constexpr std::array<std::pair<const char*, Relation>, 7> kRelations{{
    {"!=", Relation::Unequal},
    {"<=", Relation::AtMost},
    {">=", Relation::AtLeast},
    {":", Relation::Contains},
    {"=", Relation::Equal},
    {"<", Relation::Less},
    {">", Relation::Greater},
}};

constexpr std::array<std::pair<const char*, const char*>, 7> kShortNames{{
    {"lr", "training.learning_rate"},
    {"wd", "training.weight_decay"},
    {"model", "model.name"},
    {"data", "data.kind"},
    {"accuracy", "evaluated.validation.top1.best"},
    {"top1", "evaluated.validation.top1.best"},
    {"loss", "epoch.loss.last"},
}};

/// Words of a query; quotation marks, which stay in them, hold one together.
Result<QStringList> wordsOf(const QString& text)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    for (const QChar letter : text) {
        if (letter == u'"')
            isQuoted = !isQuoted;
        if (letter.isSpace() && !isQuoted)
            words.append(std::exchange(word, {}));
        else
            word += letter;
    }
    if (isQuoted)
        return Error{LOCKSTEP_TEXT("A quotation mark is missing at the end."), {}, {}};
    words.append(word);
    words.removeIf([](const QString& each) { return foldedText(each).isEmpty(); });
    return words;
}

struct RelationAt {
    qsizetype at = 0;
    qsizetype length = 0;
    Relation relation = Relation::Contains;
};

/// Where a word has its first relation, behind something and outside of quotation marks; nothing: nowhere.
std::optional<RelationAt> relationIn(const QString& word)
{
    bool isQuoted = word.startsWith(u'"');
    for (qsizetype at = 1; at < word.size(); ++at) {
        isQuoted = isQuoted != (word[at] == u'"');
        for (const auto& [sign, relation] : kRelations) {
            const QLatin1String text(sign);
            if (!isQuoted && QStringView(word).mid(at).startsWith(text))
                return RelationAt{at, text.size(), relation};
        }
    }
    return std::nullopt;
}

bool needsOrder(Relation relation)
{
    return relation >= Relation::Less;
}

/// "0.01", "1e-3", "90%"; NaN: no number.
double numberIn(QString text)
{
    const bool isPercent = text.endsWith(u'%');
    if (isPercent)
        text.chop(1);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (!isNumber)
        return std::nan("");
    return isPercent ? number / 100 : number;
}

template <typename T>
bool isInOrder(Relation relation, const T& there, const T& wanted)
{
    switch (relation) {
    case Relation::Less:
        return there < wanted;
    case Relation::AtMost:
        return there <= wanted;
    case Relation::Greater:
        return there > wanted;
    case Relation::AtLeast:
        return there >= wanted;
    case Relation::Equal:
        return there == wanted;
    case Relation::Unequal:
        return there != wanted;
    case Relation::Contains:
        break;
    }
    return false;
}

/// `wanted` is folded.
bool isAmong(Relation relation, const QString& there, const QString& wanted)
{
    const QString folded = foldedText(there);
    return relation == Relation::Contains ? folded.contains(wanted) : isInOrder(relation, folded, wanted);
}

/// Its key, and as the list says it.
QStringList statesOf(const RunEntry& entry)
{
    const std::string_view phase = entry.unknownSince ? "unknown" : toString(entry.phase());
    return {QString::fromUtf8(phase.data(), qsizetype(phase.size())), stateText(entry)};
}

/// Of what a run has beside its fields; nothing: there is nothing of that name.
std::optional<QStringList> textsCalled(const QString& name, const CatalogueRun& run)
{
    const RunInfo& info = run.entry.info;
    if (name == QLatin1String("name"))
        return QStringList{info.name};
    if (name == QLatin1String("id"))
        return QStringList{info.id};
    if (name == QLatin1String("tag") || name == QLatin1String("tags"))
        return run.labels.tags;
    if (name == QLatin1String("note") || name == QLatin1String("notes"))
        return QStringList{run.labels.notes};
    if (name == QLatin1String("sweep"))
        return QStringList{run.labels.sweep};
    if (name == QLatin1String("state"))
        return statesOf(run.entry);
    if (name == QLatin1String("created"))
        return QStringList{info.created.toLocalTime().toString(Qt::ISODate)};
    return std::nullopt;
}

/// Of numbers that a run has beside its fields.
std::optional<double> numberCalled(const QString& name, const CatalogueRun& run)
{
    if (name == QLatin1String("attempt") || name == QLatin1String("attempts"))
        return run.entry.info.attempt;
    if (name == QLatin1String("ranks"))
        return run.entry.ranks;
    return std::nullopt;
}

/// The name of what is shown so, or of the shortest that begins so; empty: nothing does.
QString nameOfShown(const QString& typed, const ShownNames& shown)
{
    const QString folded = foldedText(typed);
    const ShownNames::Name* best = nullptr;
    for (const ShownNames::Name& each : shown.names) {
        const bool begins = foldedText(each.shown).startsWith(folded);
        if (begins && (!best || each.shown.size() < best->shown.size()))
            best = &each;
    }
    return best ? best->name : QString();
}

QString fullName(const QString& name)
{
    for (const auto& [shortName, full] : kShortNames) {
        if (name == QLatin1String(shortName))
            return QLatin1String(full);
    }
    return name == QLatin1String("host") ? field::kHosts : name;
}

/// Whether it needs no look at what is shown: something is called so, or ends so.
bool isName(const QString& name, const ShownNames& shown)
{
    static const CatalogueRun kAny;
    return textsCalled(name, kAny) || numberCalled(name, kAny) ||
           std::ranges::any_of(shown.names, [&](const ShownNames::Name& each) {
               return each.name == name || each.name.endsWith(u'.' + name);
           });
}

} // namespace

const RunField* fieldCalled(const QString& name, const CatalogueRun& run)
{
    if (const RunField* field = run.fields.find(name))
        return field;
    const QVector<RunField>& all = run.fields.all();
    const auto found = std::ranges::find_if(all, [&](const RunField& field) {
        const qsizetype before = field.name.size() - name.size() - 1;
        return before >= 0 && field.name[before] == u'.' && field.name.endsWith(name);
    });
    return found == all.end() ? nullptr : &*found;
}

Result<RunQuery::Term> RunQuery::termIn(const QString& word, const ShownNames& shown)
{
    Term term;
    term.isNegated = word.size() > 1 && word.startsWith(u'-');
    const QString positive = word.mid(term.isNegated ? 1 : 0);
    const auto found = relationIn(positive);
    if (!found) {
        term.text = foldedText(positive);
        return term;
    }
    const QString typed = positive.left(found->at).remove(u'"').trimmed();
    const QString name = fullName(typed.toLower());
    const QString ofShown = isName(name, shown) ? QString() : nameOfShown(typed, shown);
    term.name = ofShown.isEmpty() ? name : fullName(ofShown);
    term.relation = found->relation;
    term.text = foldedText(positive.mid(found->at + found->length).trimmed());
    term.number = numberIn(term.text);
    if (term.text.isEmpty())
        return Error{LOCKSTEP_TEXT("Something must follow %1."), {positive.toStdString()}, {}};
    const bool isDate = term.name == QLatin1String("created");
    if (needsOrder(term.relation) && !isDate && std::isnan(term.number))
        return Error{LOCKSTEP_TEXT("A number must follow %1."),
                     {positive.left(found->at + found->length).toStdString()},
                     {}};
    return term;
}

Result<RunQuery> RunQuery::parse(const QString& text, const ShownNames& shown)
{
    const Result<QStringList> words = wordsOf(withPlainSigns(text));
    if (!words)
        return words.error();
    RunQuery query;
    query.m_shownValue = shown.value;
    for (const QString& word : *words) {
        const Result<Term> term = termIn(word, shown);
        if (!term)
            return term.error();
        query.m_terms.push_back(*term);
    }
    return query;
}

/// As it is written, and as it is shown.
QStringList RunQuery::textsOf(const RunField& field) const
{
    QStringList texts{field.text};
    if (m_shownValue && !field.isNumber())
        texts.append(m_shownValue(field));
    return texts;
}

bool RunQuery::hasWord(const QString& word, const CatalogueRun& run) const
{
    if (run.words.contains(word))
        return true;
    return m_shownValue && std::ranges::any_of(field::kSearched, [&](const char* name) {
               const RunField* found = run.fields.find(QLatin1String(name));
               return found && foldedText(m_shownValue(*found)).contains(word);
           });
}

bool RunQuery::holds(const Term& term, const CatalogueRun& run) const
{
    if (term.name.isEmpty())
        return hasWord(term.text, run);
    const auto holdsFor = [&](const QString& text) { return isAmong(term.relation, text, term.text); };
    const auto holdsForAny = [&](const QStringList& texts) {
        return term.relation == Relation::Unequal ? std::ranges::all_of(texts, holdsFor)
                                                  : std::ranges::any_of(texts, holdsFor);
    };
    if (const auto texts = textsCalled(term.name, run))
        return holdsForAny(*texts);
    const auto number = numberCalled(term.name, run);
    const RunField* found = number ? nullptr : fieldCalled(term.name, run);
    if (!number && !found)
        return false;
    const double there = number ? *number : found->number;
    if (term.relation != Relation::Contains && !std::isnan(there) && !std::isnan(term.number))
        return isInOrder(term.relation, there, term.number);
    const bool isOfText = term.relation <= Relation::Unequal;
    return isOfText && holdsForAny(number ? QStringList(QString::number(*number)) : textsOf(*found));
}

bool RunQuery::matches(const CatalogueRun& run) const
{
    return std::ranges::all_of(m_terms, [&](const Term& term) { return holds(term, run) != term.isNegated; });
}

} // namespace lockstep
