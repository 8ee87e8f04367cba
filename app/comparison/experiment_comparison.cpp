// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/experiment_comparison.h"

#include "app/document/experiment_leaves.h"
#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/fields/experiment_fields.h"
#include "app/inspector/fields/host_fields.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExperimentComparison)
};

using Experiments = std::vector<const Experiment*>;
template <typename Part>
using Parts = std::vector<const Part*>;

/// A field's text in the words in which its form shows it. Null, or a field that means nothing here: nothing.
template <ExperimentPart Part>
QString shownText(const FieldSpec<Part>& spec, const Part* part)
{
    if (!part || (spec.meaning.shown && !spec.meaning.shown(*part)))
        return {};
    const QString text = fieldText(spec, *part);
    for (const FormChoice& choice : spec.look.choices) {
        if (choice.value == text)
            return choice.text;
    }
    if (spec.look.kind == FieldKind::Flag)
        return text == QLatin1String("true") ? Texts::tr("yes") : Texts::tr("no");
    const QString& unit = spec.look.unit.behind(text);
    return text.isEmpty() || unit.isEmpty() ? text : text + u' ' + unit;
}

/// The settings of one part in every experiment; null in one that does not have it.
template <ExperimentPart Part>
void compareParts(QVector<ComparedSetting>& settings, const QString& owner, const FieldTable<Part>& table,
                  const Parts<Part>& parts)
{
    for (const FieldSpec<Part>& spec : table) {
        if (spec.hint.isEmpty()) // offered for several elements at once, and for one in another way
            continue;
        ComparedSetting setting{owner.isEmpty() ? spec.label : Texts::tr("%1: %2").arg(owner, spec.label),
                                {}};
        for (const Part* part : parts)
            setting.values.append(shownText(spec, part));
        if (!setting.isEmpty())
            settings.append(setting);
    }
}

template <typename Part>
const Part* partWithId(const std::vector<Part>& parts, const std::string& id)
{
    const auto found = std::ranges::find(parts, id, &Part::id);
    return found == parts.end() ? nullptr : &*found;
}

template <typename Part>
using PartsOf = std::vector<Part> Topology::*;

/// In the order in which the experiments bring them.
template <typename Part>
std::vector<std::string> idsOfAll(const Experiments& experiments, PartsOf<Part> parts)
{
    std::vector<std::string> ids;
    std::set<std::string> known;
    for (const Experiment* experiment : experiments) {
        for (const Part& part : experiment->topology.*parts) {
            if (known.insert(part.id).second)
                ids.push_back(part.id);
        }
    }
    return ids;
}

template <ExperimentPart Part>
void compareNodes(QVector<ComparedSetting>& settings, const Experiments& experiments, PartsOf<Part> parts,
                  const std::vector<FieldTable<Part>>& tables)
{
    for (const std::string& id : idsOfAll(experiments, parts)) {
        Parts<Part> same;
        for (const Experiment* experiment : experiments)
            same.push_back(partWithId(experiment->topology.*parts, id));
        const Part& first = **std::ranges::find_if(same, [](const Part* part) { return part != nullptr; });
        for (const FieldTable<Part>& table : tables)
            compareParts(settings, QString::fromStdString(first.name), table, same);
    }
}

const Link* linkOf(const Topology& topology, const LinkKey& key)
{
    const auto index = findLink(topology, key);
    return index ? &topology.links[*index] : nullptr;
}

void compareLink(QVector<ComparedSetting>& settings, const Experiments& experiments, const Topology& drawn,
                 const LinkKey& key)
{
    const QString owner = Texts::tr("%1 – %2").arg(QString::fromStdString(nodeName(drawn, key.from)),
                                                   QString::fromStdString(nodeName(drawn, key.to)));
    Parts<Link> links;
    for (const Experiment* experiment : experiments)
        links.push_back(linkOf(experiment->topology, key));
    const qsizetype before = settings.size();
    compareParts(settings, owner, linkFields(), links);
    if (settings.size() > before || std::ranges::find(links, nullptr) == links.end())
        return;
    ComparedSetting isThere{owner, {}}; // it says nothing but that it is there
    for (const Link* link : links)
        isThere.values.append(link ? Texts::tr("linked") : QString());
    settings.append(isThere);
}

void compareLinks(QVector<ComparedSetting>& settings, const Experiments& experiments)
{
    for (auto with = experiments.begin(); with != experiments.end(); ++with) {
        for (const LinkKey& key : linkKeys((*with)->topology)) {
            const auto hasIt = [&](const Experiment* earlier) {
                return findLink(earlier->topology, key).has_value();
            };
            if (std::none_of(experiments.begin(), with, hasIt))
                compareLink(settings, experiments, (*with)->topology, key);
        }
    }
}

/// Members that differ and have no field are called by their key: nothing that was set is passed over.
void compareOtherMembers(QVector<ComparedSetting>& settings, const std::set<QString>& known,
                         const Experiments& experiments)
{
    std::vector<ExperimentLeaves> leaves;
    std::set<QString> keys;
    for (const Experiment* experiment : experiments) {
        leaves.push_back(leavesOf(*experiment));
        for (const auto& [key, value] : leaves.back())
            keys.insert(key);
    }
    for (const QString& key : keys) {
        if (known.contains(key))
            continue;
        ComparedSetting setting{key, {}};
        for (const ExperimentLeaves& members : leaves) {
            const auto found = members.find(key);
            setting.values.append(found == members.end() ? QString() : jsonText(found->second));
        }
        if (setting.differs())
            settings.append(setting);
    }
}

} // namespace

bool ComparedSetting::differs() const
{
    return std::ranges::adjacent_find(values, std::ranges::not_equal_to()) != values.end();
}

bool ComparedSetting::isEmpty() const
{
    return std::ranges::all_of(values, &QString::isEmpty);
}

QVector<ComparedSetting> compareExperiments(const std::vector<const Experiment*>& experiments)
{
    QVector<ComparedSetting> settings;
    std::set<QString> known;
    for (const FieldTable<Experiment>& table :
         {ExperimentFields::model(), ExperimentFields::weights(), ExperimentFields::data(),
          ExperimentFields::moreAboutData(), ExperimentFields::training(), ExperimentFields::optimizer(),
          ExperimentFields::gradients(), ExperimentFields::checkpoints()}) {
        compareParts(settings, {}, table, experiments);
        for (const FieldSpec<Experiment>& spec : table)
            known.insert(QLatin1String(spec.key));
    }
    compareOtherMembers(settings, known, experiments);
    compareNodes<Host>(settings, experiments, &Topology::hosts,
                       {HostFields::reach(), HostFields::devices(), HostFields::machine()});
    compareNodes<Switch>(settings, experiments, &Topology::switches, {switchFields()});
    compareLinks(settings, experiments);
    return settings;
}

} // namespace lockstep
