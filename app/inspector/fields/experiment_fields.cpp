// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/fields/experiment_fields.h"

namespace lockstep {

FormField textField(const char* key, const QString& label, const QString& toolTip,
                    std::function<QString(const Experiment&)> read, FieldVisible visible)
{
    const QString name = QString::fromLatin1(key);
    const auto write = [name](const Experiment& experiment, const QString& text) {
        return withText(experiment, name, text.trimmed());
    };
    return {name, label, toolTip, {}, std::move(read), write, std::move(visible)};
}

FormField numberField(const char* key, const QString& label, const QString& toolTip,
                      std::function<QString(const Experiment&)> read, FieldVisible visible)
{
    const QString name = QString::fromLatin1(key);
    const auto write = [name](const Experiment& experiment, const QString& text) {
        return withNumber(experiment, name, text);
    };
    return {name, label, toolTip, {}, std::move(read), write, std::move(visible)};
}

FormField flagField(const char* key, const QString& label, const QString& toolTip,
                    std::function<bool(const Experiment&)> read, FieldVisible visible)
{
    const auto text = [read = std::move(read)](const Experiment& experiment) {
        return read(experiment) ? QStringLiteral("true") : QStringLiteral("false");
    };
    return numberField(key, label, toolTip, text, std::move(visible));
}

QString listText(const std::vector<double>& values)
{
    QStringList texts;
    for (const double value : values)
        texts.append(numberText(value));
    return texts.join(QStringLiteral(", "));
}

} // namespace lockstep
