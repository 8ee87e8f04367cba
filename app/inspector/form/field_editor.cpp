// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/form/field_editor.h"

#include "app/inspector/form/choice_box.h"
#include "app/inspector/form/field_edit.h"
#include "app/inspector/form/lines_edit.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QSpinBox>

namespace lockstep {

namespace {

class TextEditor : public FieldEditor {
public:
    TextEditor(FieldEdit& edit, const FormField& field)
        : FieldEditor(edit), m_edit(edit), m_placeholder(field.placeholder)
    {
        edit.setUnit(field.unit);
        connect(&edit, &QLineEdit::textEdited, this, [this](const QString& text) {
            m_edit.setPlaceholderText(m_placeholder); // what is typed holds for all of them
            emit typed(text);
        });
        connect(&edit, &QLineEdit::editingFinished, this, &FieldEditor::finished);
        connect(&edit, &FieldEdit::revertWanted, this, &FieldEditor::revertWanted);
    }
    void show(const std::optional<QString>& text) override
    {
        m_edit.setPlaceholderText(text ? m_placeholder : FieldEditor::tr("different"));
        if (const QString shown = text.value_or(QString()); m_edit.text() != shown)
            m_edit.setText(shown);
    }
    void selectAll() override { m_edit.selectAll(); }
    void setEmptyMeaning(const QString& meaning) override
    {
        if (m_edit.placeholderText() == m_placeholder)
            m_edit.setPlaceholderText(meaning);
        m_placeholder = meaning;
    }

private:
    FieldEdit& m_edit;
    QString m_placeholder;
};

class LinesEditor : public FieldEditor {
public:
    LinesEditor(LinesEdit& edit, const QString& placeholder) : FieldEditor(edit), m_edit(edit)
    {
        edit.setPlaceholderText(placeholder);
        connect(&edit, &LinesEdit::textEdited, this, &FieldEditor::typed);
        connect(&edit, &LinesEdit::editingFinished, this, &FieldEditor::finished);
        connect(&edit, &LinesEdit::revertWanted, this, &FieldEditor::revertWanted);
    }
    void show(const std::optional<QString>& text) override { m_edit.setText(text.value_or(QString())); }
    void selectAll() override { m_edit.selectAll(); }

private:
    LinesEdit& m_edit;
};

class ChoiceEditor : public FieldEditor {
public:
    ChoiceEditor(ChoiceBox& box, const QVector<FormChoice>& choices) : FieldEditor(box), m_box(box)
    {
        for (const FormChoice& choice : choices)
            box.addItem(choice.text, choice.value);
        connect(&box, &QComboBox::activated, this,
                [this](int index) { emit chosen(m_box.itemData(index).toString()); });
    }
    void show(const std::optional<QString>& text) override
    {
        // A value of a newer version or of another hand: shown as it is.
        if (text && m_box.findData(*text) < 0)
            m_box.addItem(*text, *text);
        m_box.setCurrentIndex(text ? m_box.findData(*text) : -1);
    }

private:
    ChoiceBox& m_box;
};

class FlagEditor : public FieldEditor {
public:
    explicit FlagEditor(QCheckBox& check) : FieldEditor(check), m_check(check)
    {
        connect(&check, &QCheckBox::clicked, this,
                [this](bool isOn) { emit chosen(isOn ? QStringLiteral("true") : QStringLiteral("false")); });
    }
    bool isLabelled() const override { return true; }
    void show(const std::optional<QString>& text) override
    {
        m_check.setCheckState(!text                            ? Qt::PartiallyChecked
                              : *text == QLatin1String("true") ? Qt::Checked
                                                               : Qt::Unchecked);
    }

private:
    QCheckBox& m_check;
};

class CountEditor : public FieldEditor {
public:
    CountEditor(QSpinBox& box, int most) : FieldEditor(box), m_box(box)
    {
        box.setRange(0, most);
        box.setFocusPolicy(Qt::StrongFocus);
        connect(&box, &QSpinBox::valueChanged, this,
                [this](int count) { emit typed(QString::number(count)); });
        connect(&box, &QSpinBox::editingFinished, this, &FieldEditor::finished);
    }
    void show(const std::optional<QString>& text) override
    {
        const QSignalBlocker quiet(m_box);
        m_box.setValue(text.value_or(QString()).toInt());
    }
    void selectAll() override { m_box.selectAll(); }

private:
    QSpinBox& m_box;
};

} // namespace

FieldEditor::FieldEditor(QWidget& widget) : QObject(&widget), m_widget(widget) {}

FieldEditor& FieldEditor::make(const FormField& field, QWidget& parent)
{
    switch (field.kind) {
    case FieldKind::Lines:
        return *new LinesEditor(*new LinesEdit(&parent), field.placeholder);
    case FieldKind::Choice:
        return *new ChoiceEditor(*new ChoiceBox(&parent), field.choices);
    case FieldKind::Flag:
        return *new FlagEditor(*new QCheckBox(field.label(), &parent));
    case FieldKind::Count:
        return *new CountEditor(*new QSpinBox(&parent), field.most);
    case FieldKind::Text:
        break;
    }
    return *new TextEditor(*new FieldEdit(&parent), field);
}

} // namespace lockstep
