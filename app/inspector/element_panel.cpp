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

QPushButton* ElementPanel::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addSpacing(14);
    column->addWidget(button, 0, Qt::AlignLeft);
    return button;
}

void ElementPanel::addRemoveButton(const QString& text)
{
    connect(addButton(text), &QPushButton::clicked, this, &ElementPanel::removeWanted);
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
    refreshProblems();
    refreshFacts();
}

void ElementPanel::showProblems(const Problems& problems)
{
    m_problems = problems;
    if (!elements().isEmpty() && areThere(topology(), elements()))
        refreshProblems();
}

/// What the document itself tells is said at once; the rest follows a little later.
void ElementPanel::refreshProblems()
{
    const std::optional<std::string> prefix = keyPrefixOf(topology(), elements());
    if (!prefix)
        return;
    std::map<QString, QString> errors;
    std::map<QString, QString> warnings;
    const auto add = [&](std::map<QString, QString>& texts, const Error& problem) {
        if (problem.key.starts_with(*prefix))
            texts.emplace(QString::fromStdString(problem.key.substr(prefix->size())), errorSentence(problem));
    };
    for (const Error& problem : m_document.problems())
        add(errors, problem);
    for (const Problem& problem : m_problems)
        add(problem.severity == Severity::Error ? errors : warnings, problem.error);
    m_form->setProblems(errors, warnings);
}

} // namespace lockstep
