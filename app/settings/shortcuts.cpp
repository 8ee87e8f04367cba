// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/shortcuts.h"

#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSettings>

namespace lockstep {

namespace {

constexpr const char* kUsual = "usualShortcuts";
const auto kGroup = QLatin1String("keys");

/// Names an action in the settings whatever the language: by its own name, or by its usual keys.
QString idOf(const QAction& action)
{
    if (!action.objectName().isEmpty())
        return action.objectName();
    const QList<QKeySequence> usual = usualShortcuts(action);
    return usual.isEmpty() ? QString() : usual.front().toString(QKeySequence::PortableText);
}

/// An empty text stands for no keys, not for one empty key.
QList<QKeySequence> keysOf(const QString& text)
{
    return text.isEmpty() ? QList<QKeySequence>()
                          : QKeySequence::listFromString(text, QKeySequence::PortableText);
}

void collect(const QList<QAction*>& entries, QList<QAction*>& found)
{
    for (QAction* action : entries) {
        if (action->menu()) {
            collect(action->menu()->actions(), found);
            continue;
        }
        if (action->isSeparator())
            continue;
        if (!action->property(kUsual).isValid())
            action->setProperty(kUsual,
                                QKeySequence::listToString(action->shortcuts(), QKeySequence::PortableText));
        if (!idOf(*action).isEmpty())
            found.append(action);
    }
}

} // namespace

QList<QAction*> shortcutActions(const QMenuBar& menus)
{
    QList<QAction*> found;
    collect(menus.actions(), found);
    return found;
}

QList<QKeySequence> usualShortcuts(const QAction& action)
{
    return keysOf(action.property(kUsual).toString());
}

void loadShortcuts(const QList<QAction*>& actions)
{
    QSettings store;
    store.beginGroup(kGroup);
    for (QAction* action : actions) {
        const QVariant chosen = store.value(idOf(*action));
        action->setShortcuts(chosen.isValid() ? keysOf(chosen.toString()) : usualShortcuts(*action));
    }
}

void saveShortcuts(const QList<QAction*>& actions)
{
    QSettings store;
    store.beginGroup(kGroup);
    for (const QAction* action : actions) {
        if (action->shortcuts() == usualShortcuts(*action))
            store.remove(idOf(*action));
        else
            store.setValue(idOf(*action),
                           QKeySequence::listToString(action->shortcuts(), QKeySequence::PortableText));
    }
}

QAction* actionWithKeys(const QList<QAction*>& actions, const QKeySequence& keys, const QAction* except)
{
    for (QAction* action : actions) {
        if (action != except && action->shortcuts().contains(keys))
            return action;
    }
    return nullptr;
}

QString plainActionText(const QAction& action)
{
    QString text = action.text();
    static const QRegularExpression mnemonic(QStringLiteral("\\(&.\\)"));
    text.remove(mnemonic); // Chinese puts the letter in brackets
    return text.remove(u'&').remove(u'…').trimmed();
}

} // namespace lockstep
