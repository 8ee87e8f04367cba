// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/design_page.h"

#include "app/error_text.h"
#include "app/experiment/experiment_panel.h"
#include "app/experiment/inspector.h"
#include "app/topology/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/problem_bar.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kPaletteWidth = 178;
constexpr int kInspectorWidth = 316;

} // namespace

DesignPage::DesignPage(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_scene(new TopologyScene(document, this)),
      m_view(new TopologyView(document, *m_scene, this)), m_inspector(new Inspector(document, this)),
      m_problems(new ProblemBar(this)), m_splitter(new QSplitter(Qt::Horizontal, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_problems);
    layout->addWidget(m_splitter, 1);
    m_inspector->setMinimumWidth(260);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(makePaletteColumn());
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    m_splitter->setSizes({kPaletteWidth, 800, kInspectorWidth});
    connect(m_scene, &QGraphicsScene::selectionChanged, this, &DesignPage::showSelection);
    connect(m_scene, &TopologyScene::linkDrawn, m_inspector, &Inspector::focusFirstField);
    connect(m_view, &TopologyView::editWanted, m_inspector, &Inspector::focusFirstField);
    connect(m_inspector, &Inspector::removeWanted, m_scene, &TopologyScene::removeSelected);
    connect(&m_document, &ExperimentDocument::changed, this, &DesignPage::forgetMendedProblem);
    connect(&m_document, &ExperimentDocument::replaced, m_view, &TopologyView::zoomToFit);
    showSelection();
}

QWidget* DesignPage::makePaletteColumn()
{
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 12, 0, 12);
    auto* heading = new QLabel(tr("Hosts"), column);
    heading->setProperty("heading", true);
    heading->setContentsMargins(16, 0, 16, 4);
    auto* hosts = new HostPalette(column);
    hosts->setMinimumWidth(150);
    auto* hint = new QLabel(tr("Drag a host to the canvas, or double-click it."), column);
    hint->setProperty("muted", true);
    hint->setWordWrap(true);
    hint->setContentsMargins(16, 0, 16, 0);
    layout->addWidget(heading);
    layout->addWidget(hosts, 1);
    layout->addWidget(hint);
    connect(hosts, &HostPalette::hostWanted, m_view, &TopologyView::addHostInView);
    return column;
}

void DesignPage::showSelection()
{
    m_document.endGesture();
    m_inspector->showElements(m_scene->selection());
}

void DesignPage::forgetMendedProblem()
{
    if (m_problems->isVisible() && m_document.problems().empty() && dataPathProblem(m_document).isEmpty() &&
        !m_inspector->firstDraft())
        m_problems->hide();
}

void DesignPage::goTo(const std::string& key)
{
    m_scene->select(m_inspector->elementsOfKey(key));
    m_inspector->focusKey(key);
}

bool DesignPage::isReadyToRun()
{
    m_problems->hide();
    if (const std::optional<ElementSet> draft = m_inspector->firstDraft()) {
        m_scene->select(*draft);
        m_problems->say(tr("Cannot run yet: a field holds no value. It is marked in red on the right."));
        return false;
    }
    const std::vector<Error>& problems = m_document.problems();
    if (!problems.empty()) {
        const std::string key = problems.front().key;
        const auto others = static_cast<int>(problems.size()) - 1;
        QString text = tr("Cannot run yet. %1").arg(errorSentence(problems.front()));
        if (others > 0)
            text += u' ' + tr("(%n more problem(s))", nullptr, others);
        goTo(key);
        m_problems->say(text);
        return false;
    }
    if (const QString missing = dataPathProblem(m_document); !missing.isEmpty()) {
        goTo("data.path");
        m_problems->say(tr("Cannot run yet. %1").arg(missing));
        return false;
    }
    return true;
}

QString DesignPage::problemText() const
{
    return m_problems->text();
}

QByteArray DesignPage::saveLayout() const
{
    return m_splitter->saveState();
}

void DesignPage::restoreLayout(const QByteArray& layout)
{
    if (!layout.isEmpty())
        m_splitter->restoreState(layout);
}

} // namespace lockstep
