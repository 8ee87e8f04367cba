// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include <QSettings>

namespace lockstep {

namespace {

const auto kLanguage = QLatin1String("interface/language");
const auto kTheme = QLatin1String("interface/theme");
const auto kRunsFolder = QLatin1String("runs/folder");
const auto kLibraryHosts = QLatin1String("runs/library_hosts");
const auto kKeptSecrets = QLatin1String("runs/kept_secrets");
const auto kNotifies = QLatin1String("interface/notices");
const auto kLight = QLatin1String("light");
const auto kDark = QLatin1String("dark");
const auto kRateUnit = QLatin1String("interface/rates");
const auto kBytes = QLatin1String("bytes");
const auto kBits = QLatin1String("bits");

QString wordOf(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Dark:
        return kDark;
    case ThemeChoice::Light:
        return kLight;
    case ThemeChoice::System:
        break;
    }
    return {};
}

} // namespace

ThemeKind themeOf(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Dark:
        return ThemeKind::Dark;
    case ThemeChoice::Light:
        return ThemeKind::Light;
    case ThemeChoice::System:
        break;
    }
    return systemTheme();
}

Settings loadSettings()
{
    const QSettings store;
    Settings settings;
    settings.language = store.value(kLanguage).toString();
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        if (store.value(kTheme).toString() == wordOf(choice))
            settings.theme = choice;
    }
    settings.rateUnit = store.value(kRateUnit).toString() == kBytes ? RateUnit::Bytes : RateUnit::Bits;
    settings.notifies = store.value(kNotifies, settings.notifies).toBool();
    settings.runsFolder = store.value(kRunsFolder).toString();
    settings.libraryHosts = store.value(kLibraryHosts).toStringList();
    settings.keptSecrets = store.value(kKeptSecrets).toStringList();
    return settings;
}

void saveSettings(const Settings& settings)
{
    QSettings store;
    store.setValue(kLanguage, settings.language);
    store.setValue(kTheme, wordOf(settings.theme));
    store.setValue(kRateUnit, QString(settings.rateUnit == RateUnit::Bytes ? kBytes : kBits));
    store.setValue(kNotifies, settings.notifies);
    store.setValue(kRunsFolder, settings.runsFolder);
    store.setValue(kLibraryHosts, settings.libraryHosts);
    store.setValue(kKeptSecrets, settings.keptSecrets);
}

} // namespace lockstep
