// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QHash>

namespace lockstep {

/// How people know the settings of the experiment itself: as the inspector calls them, in the language in
/// which this was made.
class SettingTexts {
    Q_DECLARE_TR_FUNCTIONS(lockstep::ExperimentComparison)
public:
    SettingTexts();

    /// Of a key of the document ("training.learning_rate"); empty: it is no setting of the experiment itself.
    QString title(const QString& key) const { return m_settings.value(key).title; }
    /// Of a word that the document writes there; empty: people know it by no other.
    QString word(const QString& key, const QString& value) const
    {
        return m_settings.value(key).words.value(value);
    }

private:
    struct Setting {
        QString title;
        QHash<QString, QString> words; ///< by what the document writes
    };
    QHash<QString, Setting> m_settings; ///< by key
};

} // namespace lockstep
