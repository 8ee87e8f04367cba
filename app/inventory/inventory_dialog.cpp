// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory/inventory_dialog.h"

#include "app/inventory/chosen_hosts.h"
#include "app/inventory/inventory_deeds.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/theme/reading_order.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{1040, 560};
constexpr int kNameWidth = 250;
constexpr int kStateWidth = 260;
constexpr int kBeganWidth = 140; ///< a date and a time

} // namespace

InventoryDialog::InventoryDialog(RemoteOptions options, QWidget* parent)
    : QDialog(parent), m_runs(options.runsFolder), m_inventories(std::move(options)),
      m_model(m_inventories, m_runs), m_tree(new QTreeView(this)), m_state(new QLabel(this)),
      m_otherLabel(new QLabel(this)), m_other(new QLineEdit(this)), m_ask(new QPushButton(this)),
      m_open(new QPushButton(this)), m_end(new QPushButton(this)), m_remove(new QPushButton(this)),
      m_refresh(new QPushButton(this)), m_cancel(new QPushButton(this)), m_close(new QPushButton(this))
{
    setObjectName(QStringLiteral("inventoryDialog"));
    lay();
    retranslate();
    connect(&m_inventories, &HostInventories::changed, this, [this](int host) {
        m_model.refresh(host);
        showState();
    });
    connect(&m_inventories, &HostInventories::finished, this, &InventoryDialog::showState);
    connect(&m_inventories, &HostInventories::deedEnded, this, &InventoryDialog::takeOutcome);
    connect(&m_model, &InventoryModel::rowsInserted, m_tree, &QTreeView::expandAll);
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &InventoryDialog::showState);
    connect(m_tree, &QTreeView::activated, this, &InventoryDialog::openChosen);
    connect(m_other, &QLineEdit::returnPressed, this, &InventoryDialog::askOther);
    connect(m_ask, &QPushButton::clicked, this, &InventoryDialog::askOther);
    connect(m_open, &QPushButton::clicked, this, &InventoryDialog::openChosen);
    connect(m_end, &QPushButton::clicked, this, &InventoryDialog::endChosen);
    connect(m_remove, &QPushButton::clicked, this, &InventoryDialog::removeChosen);
    connect(m_refresh, &QPushButton::clicked, this, &InventoryDialog::refreshAll);
    connect(m_cancel, &QPushButton::clicked, &m_inventories, &HostInventories::cancel);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    setReadingOrder(*this);
    resize(kFirstSize);
    showState();
}

void InventoryDialog::lay()
{
    m_tree->setObjectName(QStringLiteral("inventoryTree"));
    m_tree->setModel(&m_model);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAlternatingRowColors(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->header()->resizeSection(InventoryModel::Name, kNameWidth);
    m_tree->header()->resizeSection(InventoryModel::State, kStateWidth);
    m_tree->header()->resizeSection(InventoryModel::Began, kBeganWidth);
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setObjectName(QStringLiteral("inventoryState"));
    m_otherLabel->setBuddy(m_other);
    m_other->setObjectName(QStringLiteral("otherHost"));
    m_open->setObjectName(QStringLiteral("adoptRun"));
    m_end->setObjectName(QStringLiteral("endRun"));
    m_remove->setObjectName(QStringLiteral("removeKept"));
    m_refresh->setObjectName(QStringLiteral("refreshKept"));
    m_cancel->setObjectName(QStringLiteral("cancelAsking"));
    for (QPushButton* button : {m_ask, m_open, m_end, m_remove, m_refresh, m_cancel, m_close})
        button->setAutoDefault(false);
    auto* top = new QHBoxLayout;
    top->addWidget(m_otherLabel);
    top->addWidget(m_other, 1);
    top->addWidget(m_ask);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_open, m_end, m_remove})
        buttons->addWidget(button);
    buttons->addStretch(1);
    for (QPushButton* button : {m_cancel, m_refresh, m_close})
        buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_state);
    layout->addLayout(buttons);
    auto* remove = new QAction(m_tree);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &InventoryDialog::removeChosen);
    m_tree->addAction(remove);
}

void InventoryDialog::retranslate()
{
    setWindowTitle(tr("Runs on hosts"));
    m_otherLabel->setText(tr("Another &host:"));
    m_other->setPlaceholderText(tr("user@host:port, or a name of ~/.ssh/config"));
    m_ask->setText(tr("A&sk"));
    m_end->setText(tr("&End…"));
    m_remove->setText(tr("&Delete…"));
    m_refresh->setText(tr("&Refresh"));
    m_cancel->setText(tr("Cancel"));
    m_close->setText(tr("Close"));
    m_tree->setAccessibleName(tr("What hosts keep"));
}

void InventoryDialog::setHosts(const QVector<Host>& hosts)
{
    m_hosts = hosts;
    m_said.clear();
    m_inventories.begin(hosts);
    m_model.reset();
    m_tree->expandAll();
    showState();
}

QVector<KeptItem> InventoryDialog::chosen() const
{
    QVector<KeptItem> items;
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    for (const QModelIndex& row : rows)
        if (const auto item = m_model.item(row))
            items.append(*item);
    return items;
}

QVector<KeptItem> InventoryDialog::chosen(bool (KeptItem::*fits)() const) const
{
    QVector<KeptItem> items = chosen();
    items.removeIf([fits](const KeptItem& item) { return !(item.*fits)(); });
    return items;
}

/// In place of the other, with the keyboard where that had it: it would go to the button that closes.
void InventoryDialog::showOne(QPushButton* shown, QPushButton* other)
{
    shown->show();
    if (other->hasFocus())
        shown->setFocus();
    other->hide();
}

void InventoryDialog::showState()
{
    const bool isBusy = !m_inventories.isOver();
    const QVector<KeptItem> items = chosen();
    const bool isOneRun = items.size() == 1 && items.first().mayBeAdopted();
    m_open->setEnabled(isOneRun && !isBusy);
    m_open->setText(isOneRun && m_model.isHere(items.first()) ? tr("&Open") : tr("&Adopt and open"));
    m_open->setToolTip(tr("Makes the run one of yours too: you watch it from its first step, stop it and go "
                          "on with it, as whoever began it can."));
    m_end->setEnabled(!isBusy && !chosen(&KeptItem::mayBeEnded).isEmpty());
    m_remove->setEnabled(!isBusy && !chosen(&KeptItem::mayBeRemoved).isEmpty());
    showOne(isBusy ? m_cancel : m_refresh, isBusy ? m_refresh : m_cancel);
    QStringList lines = m_said;
    if (isBusy)
        lines.prepend(tr("Asking %Ln host(s)…", nullptr, m_inventories.count()));
    else if (lines.isEmpty())
        lines << tr(
            "What runs, and what runs are using, cannot be deleted; neither is anything that Lockstep has "
            "not put there itself.");
    m_state->setText(lines.join(u'\n'));
}

void InventoryDialog::askOther()
{
    const auto named = hostsNamed(m_other->text().trimmed());
    if (!named) {
        m_said = {inertString(errorSentence(named.error()))};
        return showState();
    }
    m_other->clear();
    setHosts(m_hosts + *named);
}

void InventoryDialog::refreshAll()
{
    m_said.clear();
    for (int host = 0; host < m_inventories.count(); ++host)
        m_inventories.refresh(host);
}

void InventoryDialog::openChosen()
{
    const QVector<KeptItem> items = chosen(&KeptItem::mayBeAdopted);
    if (items.size() != 1 || !m_inventories.isOver())
        return;
    m_said.clear();
    // One that is here already may have gone on elsewhere since.
    const RunState& state = items.first().run->state;
    m_inventories.carryOut(items.first().host,
                           {.kind = HostDeed::Kind::Adopt, .run = {state.run, state.host}});
    showState();
}

void InventoryDialog::endChosen()
{
    const QVector<KeptItem> items = chosen(&KeptItem::mayBeEnded);
    if (items.isEmpty() || !mayEnd(items, *this))
        return;
    m_said.clear();
    for (const KeptItem& item : items)
        m_inventories.carryOut(item.host, endOf(item));
    showState();
}

void InventoryDialog::removeChosen()
{
    const QVector<KeptItem> items = chosen(&KeptItem::mayBeRemoved);
    if (items.isEmpty() || !m_inventories.isOver() || !mayRemove(items, *this))
        return;
    m_said.clear();
    for (const KeptItem& item : items)
        m_inventories.carryOut(item.host, removalOf(item));
    showState();
}

void InventoryDialog::takeOutcome(int host, const HostDeedOutcome& outcome)
{
    const QString name = inertString(m_inventories.holdings(host).host.name);
    if (outcome.error)
        m_said << name + QStringLiteral(": ") + inertString(errorSentence(*outcome.error));
    for (const QString& elsewhere : outcome.elsewhere)
        m_said
            << tr("The run's host %1 is the computer from which it was begun; what happens there cannot be "
                  "watched from here.")
                   .arg(inertString(elsewhere));
    if (!outcome.folder.isEmpty())
        emit runWanted(outcome.folder);
    showState();
    if (!outcome.folder.isEmpty() && m_said.isEmpty())
        accept(); // it would cover what was opened
}

void InventoryDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    m_model.reset();
    m_tree->expandAll();
    showState();
}

} // namespace lockstep
