// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/experiment_comparison.h"

#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/element_fields.h"
#include "app/inspector/fields/experiment_fields.h"
#include "app/inspector/fields/host_fields.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <map>
#include <set>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExperimentComparison)
};

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

/// The settings of one part in both experiments; null in one that does not have it.
template <ExperimentPart Part>
void compareParts(QVector<ComparedSetting>& settings, const QString& owner, const FieldTable<Part>& table,
                  const Part* there, const Part* here)
{
    for (const FieldSpec<Part>& spec : table) {
        if (spec.hint.isEmpty()) // offered for several elements at once, and for one in another way
            continue;
        ComparedSetting setting{spec.label, shownText(spec, there), shownText(spec, here)};
        if (setting.there.isEmpty() && setting.here.isEmpty())
            continue;
        if (!owner.isEmpty())
            setting.label = Texts::tr("%1: %2").arg(owner, setting.label);
        settings.append(setting);
    }
}

template <typename Part>
const Part* partWithId(const std::vector<Part>& parts, const std::string& id)
{
    const auto found = std::ranges::find(parts, id, &Part::id);
    return found == parts.end() ? nullptr : &*found;
}

/// Ids in the order of `there`, then those that `here` has alone.
template <typename Part>
std::vector<std::string> idsOfBoth(const std::vector<Part>& there, const std::vector<Part>& here)
{
    std::vector<std::string> ids;
    for (const std::vector<Part>* parts : {&there, &here}) {
        for (const Part& part : *parts) {
            if (parts == &there || !partWithId(there, part.id))
                ids.push_back(part.id);
        }
    }
    return ids;
}

template <ExperimentPart Part>
void compareNodes(QVector<ComparedSetting>& settings, const std::vector<Part>& there,
                  const std::vector<Part>& here, const std::vector<FieldTable<Part>>& tables)
{
    for (const std::string& id : idsOfBoth(there, here)) {
        const Part* first = partWithId(there, id);
        const Part* second = partWithId(here, id);
        const QString owner = QString::fromStdString((first ? first : second)->name);
        for (const FieldTable<Part>& table : tables)
            compareParts(settings, owner, table, first, second);
    }
}

const Link* linkOf(const Topology& topology, const LinkKey& key)
{
    const auto index = findLink(topology, key);
    return index ? &topology.links[*index] : nullptr;
}

void compareLinks(QVector<ComparedSetting>& settings, const Topology& there, const Topology& here)
{
    std::vector<LinkKey> keys = linkKeys(there);
    for (const LinkKey& key : linkKeys(here)) {
        if (!findLink(there, key))
            keys.push_back(key);
    }
    for (const LinkKey& key : keys) {
        const Topology& drawn = findLink(there, key) ? there : here;
        const QString owner = Texts::tr("%1 – %2").arg(QString::fromStdString(nodeName(drawn, key.from)),
                                                       QString::fromStdString(nodeName(drawn, key.to)));
        const qsizetype before = settings.size();
        compareParts(settings, owner, linkFields(), linkOf(there, key), linkOf(here, key));
        const bool isInBoth = findLink(there, key) && findLink(here, key);
        if (settings.size() == before && !isInBoth) // it says nothing but that it is there
            settings.append({owner, findLink(there, key) ? Texts::tr("linked") : QString(),
                             findLink(here, key) ? Texts::tr("linked") : QString()});
    }
}

using Leaves = std::map<QString, QString>;

void collectLeaves(Leaves& leaves, const QString& key, const QJsonValue& value)
{
    if (!value.isObject()) {
        QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        leaves[key] = QString::fromUtf8(text.mid(1, text.size() - 2));
        return;
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member)
        collectLeaves(leaves, key.isEmpty() ? member.key() : key + u'.' + member.key(), *member);
}

/// The members of the document outside its topology, each with its value as it is written.
Leaves leavesOf(const Experiment& experiment)
{
    QJsonObject document = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(experiment))).object();
    document.remove(QStringLiteral("topology"));
    Leaves leaves;
    collectLeaves(leaves, {}, document);
    return leaves;
}

/// Members that differ and have no field are called by their key: nothing that was set is passed over.
void compareOtherMembers(QVector<ComparedSetting>& settings, const std::set<QString>& known,
                         const Experiment& there, const Experiment& here)
{
    const Leaves first = leavesOf(there);
    const Leaves second = leavesOf(here);
    Leaves all = first;
    all.insert(second.begin(), second.end());
    const auto textOf = [](const Leaves& leaves, const QString& key) {
        const auto found = leaves.find(key);
        return found == leaves.end() ? QString() : found->second;
    };
    for (const auto& [key, value] : all) {
        ComparedSetting setting{key, textOf(first, key), textOf(second, key)};
        if (!known.contains(key) && setting.differs())
            settings.append(setting);
    }
}

} // namespace

QVector<ComparedSetting> compareExperiments(const Experiment& there, const Experiment& here)
{
    QVector<ComparedSetting> settings;
    std::set<QString> known;
    for (const FieldTable<Experiment>& table :
         {ExperimentFields::model(), ExperimentFields::weights(), ExperimentFields::data(),
          ExperimentFields::moreAboutData(), ExperimentFields::training(), ExperimentFields::optimizer(),
          ExperimentFields::gradients(), ExperimentFields::checkpoints()}) {
        compareParts(settings, {}, table, &there, &here);
        for (const FieldSpec<Experiment>& spec : table)
            known.insert(QLatin1String(spec.key));
    }
    compareOtherMembers(settings, known, there, here);
    compareNodes(settings, there.topology.hosts, here.topology.hosts,
                 {HostFields::reach(), HostFields::devices(), HostFields::machine()});
    compareNodes(settings, there.topology.switches, here.topology.switches, {switchFields()});
    compareLinks(settings, there.topology, here.topology);
    return settings;
}

} // namespace lockstep
