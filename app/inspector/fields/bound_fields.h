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

/// What `text` says of the first of the parts that a form speaks of.
template <ExperimentPart Part>
auto textOfFirst(QString (*text)(const Part&))
{
    return [text](const Experiment& experiment, const ElementSet& scope) {
        const auto parts = partsOf<Part>(experiment, scope);
        return parts.empty() ? QString() : text(*parts.front());
    };
}

/// `table` makes the table that `spec` is a row of, in the language of the program when it is called.
template <ExperimentPart Part>
FormField boundField(const FieldSpec<Part>& spec, FieldTable<Part> (*table)(), std::size_t row)
{
    FormField field;
    field.key = QLatin1String(spec.key);
    field.label = [table, row] { return table().at(row).label; };
    field.hint = spec.hint;
    field.kind = spec.look.kind;
    field.placeholder = spec.look.placeholder;
    field.unit = spec.look.unit;
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
    if (spec.meaning.emptyMeaning)
        field.emptyMeaning = textOfFirst<Part>(spec.meaning.emptyMeaning);
    if (spec.meaning.remark)
        field.remark = textOfFirst<Part>(spec.meaning.remark);
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
std::vector<FormField> boundFields(FieldTable<Part> (*table)())
{
    std::vector<FormField> fields;
    const FieldTable<Part> specs = table();
    for (std::size_t row = 0; row < specs.size(); ++row) {
        if (!specs[row].hint.isEmpty())
            fields.push_back(boundField(specs[row], table, row));
    }
    return fields;
}

/// For a form of several elements, shown while elements of this kind are in its scope. `list` is what the
/// document calls them.
template <ExperimentPart Part>
std::vector<FormField> boundFieldsOfSeveral(const char* list, FieldTable<Part> (*table)())
{
    std::vector<FormField> fields;
    const FieldTable<Part> specs = table();
    for (std::size_t row = 0; row < specs.size(); ++row) {
        const QString& hint = specs[row].look.hintOfSeveral;
        if (hint.isEmpty())
            continue;
        FormField field = boundField(specs[row], table, row);
        field.key = QLatin1String(list) + u'.' + field.key;
        field.hint = hint;
        field.placeholder.clear();
        field.shown = [](const Experiment& experiment, const ElementSet& scope) {
            return !partsOf<Part>(experiment, scope).empty();
        };
        fields.push_back(std::move(field));
    }
    return fields;
}

} // namespace lockstep
