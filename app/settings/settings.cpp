// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include <QSettings>

namespace lockstep {

namespace {

const auto kLanguage = QLatin1String("interface/language");
const auto kTheme = QLatin1String("interface/theme");
const auto kRunsFolder = QLatin1String("runs/folder");
const auto kLight = QLatin1String("light");
const auto kDark = QLatin1String("dark");

} // namespace

Settings loadSettings()
{
    const QSettings store;
    Settings settings;
    settings.language = store.value(kLanguage).toString();
    settings.theme = store.value(kTheme).toString() == kLight ? ThemeKind::Light : ThemeKind::Dark;
    settings.runsFolder = store.value(kRunsFolder).toString();
    return settings;
}

void saveSettings(const Settings& settings)
{
    QSettings store;
    store.setValue(kLanguage, settings.language);
    store.setValue(kTheme, QString(settings.theme == ThemeKind::Light ? kLight : kDark));
    store.setValue(kRunsFolder, settings.runsFolder);
}

} // namespace lockstep
