// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/document_parts.h"
#include "app/inspector/fields/field_spec.h"

/// From the rows of a table to the fields of a form: the same row serves one part and several.
namespace lockstep {

template <ExperimentPart Part>
QString fieldText(const FieldSpec<Part>& spec, const Part& part)
{
    if (spec.meaning.read)
        return spec.meaning.read(part);
    const QString text = QString::fromStdString(memberText(part, spec.key));
    const Notation* notation = spec.look.notation;
    return notation && !text.isEmpty() ? notation->format(text.toDouble()) : text;
}

/// After an error the part is as it was.
template <ExperimentPart Part>
Result<void> setFieldText(const FieldSpec<Part>& spec, Part& part, const QString& typed)
{
    const QString text = typed.trimmed();
    if (spec.meaning.write)
        return spec.meaning.write(part, text);
    const Notation* notation = spec.look.notation;
    if (!notation || text.isEmpty())
        return setMember(part, spec.key, text.toStdString());
    const Result<double> value = notation->parse(text);
    return value ? setMember(part, spec.key, numberText(*value).toStdString()) : Result<void>(value.error());
}

template <ExperimentPart Part>
FormField boundField(const FieldSpec<Part>& spec)
{
    FormField field;
    field.key = QLatin1String(spec.key);
    field.label = spec.label;
    field.hint = spec.hint;
    field.kind = spec.look.kind;
    field.placeholder = spec.look.placeholder;
    field.choices = spec.look.choices;
    field.most = spec.look.most;
    field.read = [spec](const Experiment& experiment, const ElementSet& scope) {
        QStringList texts;
        for (const Part* part : partsOf<Part>(experiment, scope))
            texts << fieldText(spec, *part);
        return texts;
    };
    field.write = [spec](Experiment& experiment, const ElementSet& scope,
                         const QStringList& texts) -> Result<void> {
        qsizetype index = 0;
        for (Part* part : partsOf<Part>(experiment, scope)) {
            const QString& text = texts.size() == 1 ? texts.first() : texts.at(index++);
            if (Result<void> written = setFieldText(spec, *part, text); !written)
                return written;
        }
        return {};
    };
    if (spec.meaning.shown) {
        field.shown = [shown = spec.meaning.shown](const Experiment& experiment, const ElementSet& scope) {
            const auto parts = partsOf<Part>(experiment, scope);
            return !parts.empty() && shown(*parts.front());
        };
    }
    return field;
}

/// For a form of one part.
template <ExperimentPart Part>
std::vector<FormField> boundFields(const FieldTable<Part>& table)
{
    std::vector<FormField> fields;
    for (const FieldSpec<Part>& spec : table) {
        if (!spec.hint.isEmpty())
            fields.push_back(boundField(spec));
    }
    return fields;
}

/// For a form of several elements, shown while elements of this kind are in its scope. `list` is what the
/// document calls them.
template <ExperimentPart Part>
std::vector<FormField> boundFieldsOfSeveral(const char* list, const FieldTable<Part>& table)
{
    std::vector<FormField> fields;
    for (const FieldSpec<Part>& spec : table) {
        if (spec.look.hintOfSeveral.isEmpty())
            continue;
        FormField field = boundField(spec);
        field.key = QLatin1String(list) + u'.' + field.key;
        field.hint = spec.look.hintOfSeveral;
        field.placeholder.clear();
        field.shown = [](const Experiment& experiment, const ElementSet& scope) {
            return !partsOf<Part>(experiment, scope).empty();
        };
        fields.push_back(std::move(field));
    }
    return fields;
}

} // namespace lockstep
