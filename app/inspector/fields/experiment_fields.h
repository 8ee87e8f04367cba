// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"

#include <QStringList>

/// What the parts of the experiment panel are written with.
namespace lockstep {

using FieldVisible = std::function<bool(const Experiment&)>;

template <typename Value>
FormChoice choice(Value value, const QString& text)
{
    return {wordText(value), text};
}

/// A field whose texts go into the document under its own key.
FormField textField(const char* key, const QString& label, const QString& toolTip,
                    std::function<QString(const Experiment&)> read, FieldVisible visible = {});
/// The same for a number, or for a list of them ("0.5, 0.5").
FormField numberField(const char* key, const QString& label, const QString& toolTip,
                      std::function<QString(const Experiment&)> read, FieldVisible visible = {});
FormField flagField(const char* key, const QString& label, const QString& toolTip,
                    std::function<bool(const Experiment&)> read, FieldVisible visible = {});
QString listText(const std::vector<double>& values);

inline bool readsFiles(const Experiment& experiment)
{
    return placeOf(experiment.data.kind) != DataPlace::BuiltIn;
}

} // namespace lockstep
