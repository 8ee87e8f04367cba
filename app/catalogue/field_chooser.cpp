// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/field_chooser.h"

#include "app/catalogue/field_texts.h"
#include "app/text/inert_text.h"
#include "app/theme/reading_order.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

FieldChooser::FieldChooser(const QStringList& known, const QStringList& chosen, QWidget* parent)
    : QDialog(parent), m_list(new QListWidget(this))
{
    setWindowTitle(tr("Columns"));
    auto* word = new QLineEdit(this);
    word->setPlaceholderText(tr("Find a parameter or a result"));
    word->setAccessibleName(word->placeholderText());
    word->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Parameters and results"));
    const FieldTexts texts;
    QStringList names = chosen;
    for (const QString& name : known) {
        if (!chosen.contains(name))
            names.append(name);
    }
    for (const QString& name : names) {
        // The name is what a search for runs calls it.
        auto* item =
            new QListWidgetItem(texts.title(name) + QStringLiteral(" · ") + inertString(name), m_list);
        item->setData(Qt::UserRole, name);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(chosen.contains(name) ? Qt::Checked : Qt::Unchecked);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Show"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(word);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    connect(word, &QLineEdit::textChanged, this, &FieldChooser::narrow);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setReadingOrder(*this);
    resize(420, 480);
}

void FieldChooser::narrow(const QString& word)
{
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        item->setHidden(!item->text().contains(word, Qt::CaseInsensitive));
    }
}

QStringList FieldChooser::chosen() const
{
    QStringList names;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            names.append(m_list->item(row)->data(Qt::UserRole).toString());
    }
    return names;
}

} // namespace lockstep
