// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/shown_names.h"

#include "app/catalogue/field_texts.h"
#include "app/catalogue/run_list_model.h"

#include <array>

namespace lockstep {

namespace {

struct FixedName {
    RunListModel::Column column;
    const char* name;
};
constexpr std::array kFixed = {
    FixedName{RunListModel::Name, "name"},   FixedName{RunListModel::Date, "created"},
    FixedName{RunListModel::State, "state"}, FixedName{RunListModel::Hosts, "hosts"},
    FixedName{RunListModel::Tags, "tags"},   FixedName{RunListModel::Accuracy, "accuracy"},
};

} // namespace

ShownNames shownNames(const RunListModel& runs)
{
    ShownNames shown;
    for (const auto& [column, name] : kFixed)
        shown.names.append(
            {runs.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), QLatin1String(name)});
    const FieldTexts texts;
    for (const QString& name : runs.knownFields())
        shown.names.append({texts.title(name), name});
    shown.value = [texts](const RunField& field) { return texts.value(field); };
    return shown;
}

} // namespace lockstep
