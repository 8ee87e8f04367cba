// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/element_panel.h"

#include "app/inspector/element_keys.h"
#include "app/inspector/form/document_form.h"
#include "app/text/error_text.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

ElementPanel::ElementPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    connect(&m_document, &ExperimentDocument::changed, this, &ElementPanel::refresh);
}

void ElementPanel::addRemoveButton(const QString& text)
{
    auto* remove = new QPushButton(text, this);
    connect(remove, &QPushButton::clicked, this, &ElementPanel::removeWanted);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addSpacing(14);
    column->addWidget(remove, 0, Qt::AlignLeft);
}

const ElementSet& ElementPanel::elements() const
{
    return m_form->scope();
}

void ElementPanel::showElements(const ElementSet& elements)
{
    m_form->setScope(elements);
    refresh();
}

void ElementPanel::refresh()
{
    if (elements().isEmpty() || !areThere(topology(), elements()))
        return;
    m_form->refresh();
    showProblems();
    refreshFacts();
}

void ElementPanel::showProblems()
{
    const std::optional<std::string> prefix = keyPrefixOf(topology(), elements());
    if (!prefix)
        return;
    std::map<QString, QString> problems;
    for (const Error& problem : m_document.problems()) {
        if (problem.key.starts_with(*prefix))
            problems.emplace(QString::fromStdString(problem.key.substr(prefix->size())),
                             errorSentence(problem));
    }
    m_form->setProblems(problems);
}

} // namespace lockstep
