// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

static void initializeResources()
{
    Q_INIT_RESOURCE(lockstep_translations);
}

namespace lockstep {

namespace {

const auto kTranslator = QLatin1String("languageTranslator");

void install(QCoreApplication& application, const QString& file, const QString& folder)
{
    auto* translator = new QTranslator(&application);
    translator->setObjectName(kTranslator);
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

QString spoken(const QString& name)
{
    const QLocale::Language language = QLocale(name).language();
    if (language == QLocale::Chinese)
        return QStringLiteral("zh_CN");
    return language == QLocale::English ? QStringLiteral("en") : QString();
}

} // namespace

QString chosenLanguage(const QString& wanted)
{
    QStringList names = QLocale::system().uiLanguages();
    if (!wanted.isEmpty())
        names.prepend(wanted);
    for (const QString& name : names) {
        if (const QString language = spoken(name); !language.isEmpty())
            return language;
    }
    return QStringLiteral("en");
}

void installLanguage(QCoreApplication& application, const QString& language)
{
    initializeResources();
    const QList<QTranslator*> before =
        application.findChildren<QTranslator*>(kTranslator, Qt::FindDirectChildrenOnly);
    QLocale::setDefault(QLocale(language));
    // Qt's own dialogs first, for a later translator wins. Without qt6-translations-l10n they stay English.
    install(application, QStringLiteral("qtbase_") + language,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, QStringLiteral("lockstep_") + language, QStringLiteral(":/translations"));
    qDeleteAll(before); // which removes them
}

QString presentLanguage()
{
    const QString language = spoken(QLocale().name());
    return language.isEmpty() ? QStringLiteral("en") : language;
}

} // namespace lockstep
