// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/problem_panel.h"

#include "app/theme/wrapped_rows.h"
#include "app/window/problem_model.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

ProblemPanel::ProblemPanel(QWidget* parent)
    : QFrame(parent), m_model(new ProblemModel(this)), m_list(new QListView(this)), m_title(new QLabel(this)),
      m_remedy(new QPushButton(tr("Train on the CPUs instead"), this)),
      m_nothing(new QLabel(tr("Nothing stands in the way of a run."), this))
{
    setObjectName(QStringLiteral("problemPanel"));
    m_title->setProperty("heading", true);
    m_remedy->setObjectName(QStringLiteral("trainOnProcessors"));
    m_remedy->setToolTip(tr("Puts a CPU rank in the place of each GPU that cannot be used"));
    connect(m_remedy, &QPushButton::clicked, this, [this] { emit remedyWanted(Remedy::TrainOnProcessors); });
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put the problems away"));
    connect(close, &QToolButton::clicked, this, &ProblemPanel::closeWanted);
    m_list->setObjectName(QStringLiteral("problemList"));
    m_list->setAccessibleName(tr("Problems"));
    m_list->setModel(m_model);
    m_list->setFrameShape(NoFrame);
    wrapRows(*m_list);
    m_list->setIconSize({16, 16});
    m_nothing->setProperty("muted", true);
    m_nothing->setContentsMargins(14, 4, 14, 4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 6, 8, 2);
    top->addWidget(m_title, 1);
    top->addWidget(m_remedy);
    top->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_nothing);
    layout->addWidget(m_list, 1);
    layout->addStretch(0);
    const auto jump = [this](const QModelIndex& index) {
        emit jumpWanted(index.data(ProblemModel::kKeysRole).toStringList());
    };
    connect(m_list, &QListView::clicked, this, jump);
    connect(m_list, &QListView::activated, this, jump); // Return
    refresh();
}

void ProblemPanel::setProblems(const Problems& problems)
{
    m_model->setProblems(problems);
    refresh();
}

void ProblemPanel::refresh()
{
    const Problems& problems = m_model->problems();
    m_title->setText(problemCountText(problems));
    m_remedy->setVisible(std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.remedy == Remedy::TrainOnProcessors;
    }));
    m_nothing->setVisible(problems.empty());
    m_list->setVisible(!problems.empty());
}

void ProblemPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_list->viewport()->update(); // its icons have the colours of the theme
    QFrame::changeEvent(event);
}

QString problemCountText(const Problems& problems)
{
    const auto errors = static_cast<int>(errorCount(problems));
    const int warnings = static_cast<int>(problems.size()) - errors;
    if (problems.empty())
        return ProblemPanel::tr("No problems");
    if (warnings == 0)
        return ProblemPanel::tr("%Ln error(s)", nullptr, errors);
    const QString warningText = ProblemPanel::tr("%Ln warning(s)", nullptr, warnings);
    return errors == 0 ? warningText
                       : ProblemPanel::tr("%1, %2", "errors, warnings")
                             .arg(ProblemPanel::tr("%Ln error(s)", nullptr, errors), warningText);
}

} // namespace lockstep
