// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/error_text.h"

#include <QCoreApplication>

namespace lockstep {

namespace {

std::string translated(const std::string& text)
{
    return QCoreApplication::translate("Error", text.c_str()).toStdString();
}

} // namespace

QString errorText(const Error& error)
{
    std::vector<std::string> arguments;
    arguments.reserve(error.arguments.size());
    for (const std::string& argument : error.arguments)
        arguments.push_back(argument.empty() ? argument : translated(argument));
    return QString::fromStdString(fillPlaceholders(translated(error.text), arguments));
}

QString errorSentence(const Error& error)
{
    QString text = errorText(error);
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

QString errorMessage(const Error& error)
{
    if (error.key.empty())
        return errorText(error);
    return QStringLiteral("%1: %2").arg(QString::fromStdString(error.key), errorText(error));
}

} // namespace lockstep
