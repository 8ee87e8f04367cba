// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inspector/form/form_field.h"

#include <QObject>
#include <QString>
#include <optional>

class QWidget;

namespace lockstep {

/// The widget that gives a field its value, in terms of texts. It belongs to its widget.
class FieldEditor : public QObject {
    Q_OBJECT
public:
    /// The widget is a child of `parent`.
    static FieldEditor& make(const FormField& field, QWidget& parent);

    QWidget& widget() const { return m_widget; }
    /// Whether the widget bears the field's label itself.
    virtual bool isLabelled() const { return false; }
    /// Shows a value, without a signal; nothing: the elements that are edited together differ.
    virtual void show(const std::optional<QString>& text) = 0;
    virtual void selectAll() {}
    /// Says in an empty text what it means.
    virtual void setEmptyMeaning(const QString&) {}

signals:
    /// One is at it: more may follow until finished().
    void typed(const QString& text);
    /// Done in one go.
    void chosen(const QString& text);
    void finished();
    /// A text that is no value is to give way to the last good one.
    void revertWanted();

protected:
    explicit FieldEditor(QWidget& widget);

private:
    QWidget& m_widget;
};

} // namespace lockstep
