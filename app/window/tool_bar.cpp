// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tool_bar.h"

#include "app/text/plain_text.h"
#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/window/page_switch.h"
#include "app/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QPushButton>

namespace lockstep {

namespace {

constexpr qsizetype kLongestTitle = 24; ///< letters

/// The beginning and the end of a long title, which tell documents of one family apart.
QString shortened(const QString& title)
{
    if (title.size() <= kLongestTitle)
        return title;
    return title.left(kLongestTitle / 2) + u'…' + title.right(kLongestTitle / 2 - 1);
}

} // namespace

ToolBar::ToolBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(parent), m_switch(new PageSwitch({tr("Design"), tr("Run", "page"), tr("Runs")}, this)),
      m_stop(makeButton(tr("Stop"),
                        tr("Ends the run after the step in progress and writes a checkpoint (Shift+F5)"),
                        "danger", actions.stop())),
      m_rehearse(makeButton(tr("Rehearse"),
                            wrappedText(tr("Trains on this computer, made into the drawn cluster: as many "
                                           "hosts, links as slow as the drawn ones. No other host is needed "
                                           "(F6).")),
                            "secondary", actions.rehearse())),
      m_run(makeButton({}, {}, "primary", actions.run()))
{
    setWindowTitle(tr("Tools"));
    setObjectName(QStringLiteral("toolBar"));
    m_rehearse->setObjectName(QStringLiteral("rehearseButton"));
    m_run->setObjectName(QStringLiteral("runButton"));
    setMovable(false);
    setFloatable(false);
    setIconSize({18, 18});
    connect(m_switch, &PageSwitch::pageChosen, this,
            [this](int page) { emit pageChosen(static_cast<WindowPage>(page)); });
    addWidget(m_switch);
    addSpace(10);
    addActions({&actions.undo(), &actions.redo(), &actions.fit()});
    auto* stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    addWidget(m_stop);
    addSpace(4);
    addWidget(m_rehearse);
    addSpace(4);
    addWidget(m_run);
    tintIcons();
}

void ToolBar::addSpace(int width)
{
    auto* space = new QWidget(this);
    space->setFixedWidth(width);
    addWidget(space);
}

QPushButton* ToolBar::makeButton(const QString& text, const QString& toolTip, const char* role,
                                 QAction& action)
{
    auto* button = new QPushButton(text, this);
    button->setProperty(role, true);
    button->setToolTip(toolTip);
    connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    return button;
}

void ToolBar::setPage(WindowPage page)
{
    m_switch->setPage(static_cast<int>(page));
}

void ToolBar::nameRun(const QString& title)
{
    m_run->setText(tr("Run “%1”").arg(shortened(title).replace(u'&', QStringLiteral("&&"))));
    m_run->setToolTip(wrappedText(tr("Checks “%1”, the experiment of the Design page, and trains it on the "
                                     "drawn hosts as a new run (F5). "
                                     "A run that is shown stays as it is.")
                                      .arg(title)));
}

void ToolBar::setTraining(Training training)
{
    m_run->setEnabled(training == Training::No);
    m_rehearse->setEnabled(training == Training::No);
    m_stop->setEnabled(training == Training::Yes);
}

void ToolBar::tintIcons()
{
    m_run->setIcon(tintedIcon(QStringLiteral("run"), Qt::white));
    m_stop->setIcon(tintedIcon(QStringLiteral("stop"), themeColors(QApplication::palette()).bad));
}

} // namespace lockstep
