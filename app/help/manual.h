// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/topic.h"

#include <QStringList>
#include <QVector>

namespace lockstep {

/// A page of the manual, as its contents list and its search see it.
struct ManualPage {
    Topic topic;
    QString title;        ///< its heading
    QStringList sections; ///< the headings below that, in order
    QString text;         ///< what is to be read, without marks
};

/// Where the Markdown of a page lies: `folder` holds a folder for each language of presentLanguage().
QString pagePath(const QString& folder, const QString& language, Topic topic);

/// The manual in a language. A page that cannot be read has the name of its file for a title, and no text.
QVector<ManualPage> readManual(const QString& folder, const QString& language);

} // namespace lockstep
