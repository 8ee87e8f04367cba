// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"
#include "app/comparison/setting_texts.h"

#include <QCoreApplication>

namespace lockstep {

/// How people know the fields of runs: parameters as the inspector calls them, results as the plots do. In
/// the language in which it was made; made once for many fields.
class FieldTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::FieldTexts)
public:
    /// Of a field that neither knows: "learning rate" for "x.learning_rate".
    QString title(const QString& name) const;
    /// In the unit that its title names, harmlessly.
    QString value(const RunField& field) const;

private:
    static QString resultTitle(const QString& name);

    SettingTexts m_parameters;
};

} // namespace lockstep
