// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/keyboard/canvas_keys.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{720, 600};

struct Keys {
    Q_DECLARE_TR_FUNCTIONS(lockstep::CanvasKeys)
};

} // namespace

QList<std::pair<QString, QString>> canvasKeys()
{
    return {
        {Keys::tr("Tab, Shift+Tab"), Keys::tr("Selects the next or previous host, switch, network or link")},
        {Keys::tr("Ctrl+arrows"),
         Keys::tr("Goes to the nearest element in a direction; what is selected stays")},
        {Keys::tr("Shift+arrows"), Keys::tr("Goes there and selects it too")},
        {Keys::tr("Space, Ctrl+Space"), Keys::tr("Selects the element with the dotted ring, or no longer")},
        {Keys::tr("Arrows"),
         Keys::tr("Move what is selected; without a selection they go from element to element")},
        {Keys::tr("Alt+arrows"), Keys::tr("Move what is selected by a whole step of the grid")},
        {Keys::tr("Enter"), Keys::tr("Goes to the first field of the inspector")},
        {Keys::tr("Esc in the inspector"),
         Keys::tr("Goes back to the canvas; a text that is no value is given back first")},
        {Keys::tr("L"),
         Keys::tr("Begins a link: arrows or Tab choose its other end, Enter draws it, Shift+Enter a parallel "
                  "one. With two hosts selected it links them at once")},
        {Keys::tr("0 to 9"), Keys::tr("Chooses the GPU of this index on the selected hosts, or no longer")},
        {Keys::tr("C"), Keys::tr("Chooses the CPU of the selected hosts, or no longer")},
        {Keys::tr("Menu"), Keys::tr("Opens the menu of what is selected")},
        {Keys::tr("Esc"), Keys::tr("Ends a drag or a link without a change; else selects nothing")},
        {Keys::tr("Space and drag, middle button"), Keys::tr("Moves the view")},
        {Keys::tr("Wheel, pinch"), Keys::tr("Zooms; with Shift the wheel moves the view sideways")},
        {Keys::tr("Alt while dragging"), Keys::tr("Leaves the grid and the alignment guides out")},
        {Keys::tr("Shift while pulling a link"), Keys::tr("Draws a parallel link")},
        {Keys::tr("F2, Delete in the palette"),
         Keys::tr("Renames or removes a template or saved host of yours")},
    };
}

CanvasKeysDialog::CanvasKeysDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keys of the canvas"));
    const QList<std::pair<QString, QString>> all = canvasKeys();
    auto* list = new QTableWidget(static_cast<int>(all.size()), 2, this);
    list->setAccessibleName(windowTitle());
    list->setHorizontalHeaderLabels({tr("Keys"), tr("What they do")});
    list->setEditTriggers(QTableWidget::NoEditTriggers);
    list->setSelectionBehavior(QTableWidget::SelectRows);
    list->setSelectionMode(QTableWidget::SingleSelection);
    list->setShowGrid(false);
    list->setTabKeyNavigation(false);
    list->verticalHeader()->hide();
    list->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    list->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    list->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    list->horizontalHeader()->setHighlightSections(false);
    for (int row = 0; row < list->rowCount(); ++row) {
        list->setItem(row, 0, new QTableWidgetItem(all[row].first));
        list->setItem(row, 1, new QTableWidgetItem(all[row].second));
        // In one line with each other, where the words take several as well.
        for (const int column : {0, 1})
            list->item(row, column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    auto* more =
        new QLabel(tr("Keys of menus are in the menus; File › Keyboard shortcuts changes them."), this);
    more->setProperty("muted", true);
    more->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(list, 1);
    layout->addWidget(more);
    layout->addWidget(buttons);
    resize(kFirstSize);
}

} // namespace lockstep
