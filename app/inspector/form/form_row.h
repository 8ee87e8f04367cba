// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/document_form.h"

#include <QString>
#include <optional>

namespace lockstep {

/// One line of a form, with the error beneath it.
struct DocumentForm::Row {
    FormField field;
    QLabel* label = nullptr;
    QWidget* widget = nullptr; ///< what stands in the row
    QLineEdit* edit = nullptr;
    QComboBox* box = nullptr;
    QCheckBox* check = nullptr;
    QWidget* button = nullptr;   ///< beside the widget, where there is one
    QToolButton* fold = nullptr; ///< checked while its rows are shown
    QLabel* error = nullptr;
    QString shown; ///< the document's value when the editor was last set from it or agreed with it
    std::optional<QString> start; ///< the document's value when the typing began
    bool isShown = false;
    bool isVisible = true;
};

} // namespace lockstep
