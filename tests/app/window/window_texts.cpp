// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/window_texts.h"

#include "app/plots/plot_legend.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QGraphicsItem>
#include <QGraphicsView>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <qcustomplot.h>

namespace lockstep {

namespace {

class Collector {
public:
    void walk(const QWidget& widget)
    {
        // What a menu bar that was too narrow for a moment keeps for another such moment.
        const auto* rest = qobject_cast<const QMenu*>(&widget);
        if (rest && rest->title().isEmpty() && qobject_cast<const QMenuBar*>(rest->parent()))
            return;
        // The list that a box drops is made when it is dropped first.
        if (widget.inherits("QComboBoxPrivateContainer"))
            return;
        m_place = QString::fromLatin1(widget.metaObject()->className()) + u' ' + widget.objectName();
        take("title", widget.windowTitle());
        take("tool tip", widget.toolTip());
        take("status tip", widget.statusTip());
        take("accessible name", widget.accessibleName());
        take("accessible description", widget.accessibleDescription());
        takeContent(widget);
        for (const QAction* action : widget.actions()) {
            take("action", action->text());
            take("action tip", action->toolTip());
        }
        for (const QObject* child : widget.children()) {
            if (const auto* below = qobject_cast<const QWidget*>(child))
                walk(*below);
        }
    }

    QStringList take() { return std::move(m_texts); }

private:
    void take(const char* what, const QString& text)
    {
        if (!text.isEmpty())
            m_texts.append(m_place + QLatin1String(": ") + QLatin1String(what) + QLatin1String(": ") + text);
    }

    void takeContent(const QWidget& widget)
    {
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            take("text", label->text());
        else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            take("text", button->text());
        else if (const auto* edit = qobject_cast<const QLineEdit*>(&widget))
            takeEdit(*edit);
        else if (const auto* box = qobject_cast<const QComboBox*>(&widget))
            takeEntries(*box);
        else if (const auto* group = qobject_cast<const QGroupBox*>(&widget))
            take("text", group->title());
        else if (const auto* menu = qobject_cast<const QMenu*>(&widget))
            take("text", menu->title());
        else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            takeTabs(*tabs);
        else if (const auto* plot = qobject_cast<const QCustomPlot*>(&widget))
            takePlot(*plot);
        else if (const auto* canvas = qobject_cast<const QGraphicsView*>(&widget))
            takeItems(*canvas);
        else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
            takeModel(*view);
    }

    void takeEdit(const QLineEdit& edit)
    {
        take("text", edit.text());
        take("placeholder", edit.placeholderText());
    }

    void takeEntries(const QComboBox& box)
    {
        for (int i = 0; i < box.count(); ++i) {
            take("entry", box.itemText(i));
            take("entry tip", box.itemData(i, Qt::ToolTipRole).toString());
        }
    }

    void takeTabs(const QTabBar& tabs)
    {
        for (int i = 0; i < tabs.count(); ++i)
            take("tab", tabs.tabText(i) + tabs.tabToolTip(i));
    }

    void takePlot(const QCustomPlot& plot)
    {
        // One that is not seen, or scrolled away, is drawn when it is seen: what its axes say depends on how
        // high they are then.
        if (!plot.isVisible() || plot.visibleRegion().isEmpty())
            return;
        for (const QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.yAxis2})
            take("axis", axis->label());
        for (int i = 0; i < plot.itemCount(); ++i) {
            if (const auto* text = qobject_cast<const QCPItemText*>(plot.item(i)); text && text->visible())
                take("item", text->text());
        }
        for (const PlotLegend* legend : plot.findChildren<const PlotLegend*>()) {
            for (const LegendEntry& entry : legend->entries())
                take("legend", entry.name);
        }
    }

    void takeItems(const QGraphicsView& view)
    {
        for (const QGraphicsItem* item : view.items())
            take("item tip", item->toolTip());
    }

    void takeModel(const QAbstractItemView& view)
    {
        const QAbstractItemModel* model = view.model();
        if (!model || qobject_cast<const QHeaderView*>(&view))
            return;
        for (int column = 0; column < model->columnCount(); ++column) {
            take("head", model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
            take("head tip", model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
            for (int row = 0; row < model->rowCount(); ++row) {
                for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                    take("cell", model->index(row, column).data(role).toString());
            }
        }
    }

    QString m_place;
    QStringList m_texts;
};

} // namespace

QStringList textsOf(const QWidget& root)
{
    Collector collector;
    collector.walk(root);
    QStringList texts = collector.take();
    texts.sort();
    return texts;
}

} // namespace lockstep
