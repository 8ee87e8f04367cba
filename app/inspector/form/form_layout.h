// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/form_line.h"

#include <QString>
#include <memory>
#include <vector>

class QGridLayout;
class QToolButton;
class QWidget;

namespace lockstep {

/// Headings, folds and lines of a form, one below the other: labels on the left, widgets on the right,
/// buttons beside them. What it makes are children of the form.
class FormLayout {
public:
    explicit FormLayout(QWidget& form);

    void addHeading(const QString& text);
    /// The lines that follow, up to the next heading, are seen only when it is open.
    void addFold(const QString& text);
    /// `key` becomes the name of the widget; without a label the widget takes the whole width. The line lives
    /// as long as the layout.
    FormLine& addLine(const QString& key, const QString& label, const QString& hint, QWidget& widget);
    /// To the right of the widget of a line.
    void addButton(FormLine& line, QWidget& button);
    /// Makes room for a remark beneath the line that was added last.
    void addRemark();
    /// The rest of the height stays empty.
    void addStretch();

private:
    QWidget& m_form;
    QGridLayout* m_grid;
    std::vector<std::unique_ptr<FormLine>> m_lines;
    QToolButton* m_fold = nullptr; ///< that of the lines being added
};

} // namespace lockstep
