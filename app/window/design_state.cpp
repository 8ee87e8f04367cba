// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/design_state.h"

#include "app/inspector/form/document_form.h"
#include "app/start/start_strip.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/topology/viewport/find_bar.h"
#include "app/window/design_page.h"

#include <QAction>
#include <QEvent>
#include <QScrollBar>
#include <QTimer>
#include <functional>

namespace lockstep {

namespace {

std::vector<QAction*> toggles(DesignPage& page)
{
    std::vector<QAction*> found;
    for (QAction* action : page.canvasActions().findChildren<QAction*>()) {
        if (action->isCheckable())
            found.push_back(action);
    }
    return found;
}

QPoint scrolledTo(const TopologyView& view)
{
    return {view.horizontalScrollBar()->value(), view.verticalScrollBar()->value()};
}

/// Does something when a widget comes to the screen, once it has its size.
class WhenShown : public QObject {
public:
    WhenShown(QWidget& widget, std::function<void()> act) : QObject(&widget), m_act(std::move(act))
    {
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Show) {
            object->removeEventFilter(this);
            QTimer::singleShot(0, this, [this] {
                m_act();
                deleteLater();
            });
        }
        return QObject::eventFilter(object, event);
    }

private:
    std::function<void()> m_act;
};

} // namespace

DesignState::DesignState(DesignPage& page)
    : m_widgets(page), m_selection(page.scene().selection()), m_sight(sightOf(page)),
      m_showsProblems(page.showsProblemList())
{
    if (const auto* find = page.findChild<FindBar*>())
        m_showsFind = !find->isHidden();
    if (const auto* strip = page.findChild<StartStrip*>(); strip && !strip->isHidden())
        m_start = strip->shown();
    for (const QAction* action : toggles(page))
        m_toggles.push_back(action->isChecked());
    for (const DocumentForm* form : page.findChildren<DocumentForm*>())
        m_drafts.push_back(form->drafts());
}

void DesignState::restore(DesignPage& page) const
{
    const std::vector<QAction*> actions = toggles(page);
    for (std::size_t i = 0; i < actions.size() && i < m_toggles.size(); ++i)
        actions[i]->setChecked(m_toggles[i]);
    page.showProblemList(m_showsProblems);
    if (m_start)
        page.showStart(*m_start);
    if (m_showsFind)
        page.view().openFind();
    m_widgets.restore(page);
    page.scene().select(m_selection);
    const QList<DocumentForm*> forms = page.findChildren<DocumentForm*>();
    for (qsizetype i = 0; i < forms.size() && i < static_cast<qsizetype>(m_drafts.size()); ++i)
        forms[i]->setDrafts(m_drafts[static_cast<std::size_t>(i)]);
    if (page.view().isVisible())
        showSight(page, m_sight);
    else
        new WhenShown(page.view(), [&page, sight = m_sight] { showSight(page, sight); });
}

DesignState::Sight DesignState::sightOf(DesignPage& page)
{
    TopologyView& view = page.view();
    const auto center = [&view] { return view.mapToScene(view.viewport()->rect().center()); };
    Sight sight{view.zoom(), center(), scrolledTo(view), false};
    if (!view.isVisible())
        return sight;
    // One that shows all would show all in another size too.
    view.zoomToFit();
    sight.isFitted = qFuzzyCompare(sight.zoom, view.zoom()) &&
                     (center() - sight.center).manhattanLength() * sight.zoom < 4;
    return sight;
}

void DesignState::showSight(DesignPage& page, const Sight& sight)
{
    TopologyView& view = page.view();
    if (sight.isFitted) {
        view.zoomToFit();
        return;
    }
    view.setZoom(sight.zoom);
    view.centerOn(sight.center);
    // To the pixel, where the scene is as large as it was.
    if ((scrolledTo(view) - sight.scrolled).manhattanLength() <= 2) {
        view.horizontalScrollBar()->setValue(sight.scrolled.x());
        view.verticalScrollBar()->setValue(sight.scrolled.y());
    }
}

} // namespace lockstep
