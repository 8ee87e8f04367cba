// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison/setting_texts.h"

#include "app/inspector/fields/experiment_fields.h"

namespace lockstep {

SettingTexts::SettingTexts()
{
    for (const FieldTable<Experiment>& table :
         {ExperimentFields::model(), ExperimentFields::weights(), ExperimentFields::data(),
          ExperimentFields::moreAboutData(), ExperimentFields::training(), ExperimentFields::strategy(),
          ExperimentFields::optimizer(), ExperimentFields::gradients(), ExperimentFields::checkpoints()}) {
        for (const FieldSpec<Experiment>& spec : table) {
            Setting& setting = m_settings[QLatin1String(spec.key)];
            if (setting.title.isEmpty())
                setting.title = spec.label;
            for (const FormChoice& choice : spec.look.choices)
                setting.words.insert(choice.value, choice.text);
            if (spec.look.kind == FieldKind::Flag)
                setting.words = {{QStringLiteral("true"), tr("yes")}, {QStringLiteral("false"), tr("no")}};
        }
    }
}

} // namespace lockstep
