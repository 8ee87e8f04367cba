// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/data_delivery_dialog.h"

#include "app/runs/connection_questions.h"
#include "app/runs/copy_texts.h"
#include "app/runs/question_dialog.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/theme/reading_order.h"
#include "app/theme/wrapped_rows.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockstep {

namespace {

enum DeliveryColumn { kName, kState };
constexpr int kSteps = 1000;      ///< of a progress bar
constexpr int kAboveAndBelow = 6; ///< pixels around a progress bar in its row
constexpr int kBesideName = 36;   ///< pixels around the name of a column

} // namespace

DataDeliveryDialog::DataDeliveryDialog(Experiment experiment, const RemoteOptions& options, QWidget* parent)
    : QDialog(parent), m_experiment(std::move(experiment)), m_delivery(options), m_what(plainLabel({}, this)),
      m_reading(new QProgressBar(this)), m_chain(new QCheckBox(tr("From host to &host, in a chain"), this)),
      m_plan(plainLabel({}, this)), m_hosts(new QTreeWidget(this)), m_outcome(plainLabel({}, this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this)),
      m_again(m_buttons->addButton(tr("Try &again"), QDialogButtonBox::ActionRole)),
      m_use(m_buttons->addButton(tr("&Train with the copies"), QDialogButtonBox::AcceptRole))
{
    setWindowTitle(tr("Copy data to the hosts"));
    m_what->setText(tr("%1 is read here, then copied into ~/.lockstep/data on each host, under a name made "
                       "of its content. Hosts that have it are left alone, and what was cut off goes on "
                       "where it ended.")
                        .arg(inertString(m_experiment.data.path)));
    m_reading->setRange(0, kSteps);
    m_reading->setAccessibleName(tr("Reading the data"));
    m_chain->setToolTip(
        tr("The first host gets the data from this computer, and each of the others from the one "
           "before it, while they arrive there: this computer sends them once. A host that "
           "does not reach the one before it gets them from this computer."));
    m_hosts->setHeaderLabels({tr("Host"), tr("State")});
    m_hosts->setRootIsDecorated(false);
    m_hosts->setSelectionMode(QAbstractItemView::NoSelection);
    m_reading->ensurePolished();
    wrapRows(*m_hosts, m_reading->sizeHint().height() + kAboveAndBelow);
    m_hosts->setAccessibleName(tr("Hosts"));
    m_hosts->header()->setMinimumSectionSize(fontMetrics().horizontalAdvance(tr("Host")) + kBesideName);
    m_hosts->header()->setSectionResizeMode(kName, QHeaderView::ResizeToContents);
    m_hosts->header()->setStretchLastSection(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(m_what);
    layout->addWidget(m_reading);
    layout->addWidget(m_chain);
    layout->addWidget(m_plan);
    layout->addWidget(m_hosts, 1);
    layout->addWidget(m_outcome);
    layout->addWidget(m_buttons);
    for (const int host : hostsWithoutOurFiles(m_experiment.topology))
        m_rows[host] = addHost(host);
    m_chain->setVisible(m_rows.size() > 1);
    m_plan->hide();
    connectDelivery();
    connect(m_chain, &QCheckBox::clicked, this, &DataDeliveryDialog::changeWay);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_again, &QPushButton::clicked, this, &DataDeliveryDialog::goOn);
    connect(this, &QDialog::finished, &m_delivery, &DataDelivery::cancel);
    new ConnectionQuestions(m_delivery, this);
    setReadingOrder(*this);
    resize(620, 380);
    refreshButtons();
}

QTreeWidgetItem* DataDeliveryDialog::addHost(int host)
{
    const Host& machine = m_experiment.topology.hosts[static_cast<std::size_t>(host)];
    auto* row = new QTreeWidgetItem(m_hosts);
    row->setText(kName, inertString(machine.name));
    row->setText(kState, tr("waiting"));
    return row;
}

void DataDeliveryDialog::connectDelivery()
{
    connect(&m_delivery, &DataDelivery::reading, this, [this](qint64 done, qint64 total) {
        setProgress(*m_reading, done, total);
        m_reading->setFormat(tr("reading: %1 of %2").arg(sizeText(done), sizeText(total)));
    });
    connect(&m_delivery, &DataDelivery::unreadable, this, [this](const Error& error) {
        m_isReadable = false;
        m_outcome->setText(inertString(errorMessage(error)));
    });
    connect(&m_delivery, &DataDelivery::connecting, this, [this](int host) {
        m_reading->hide();
        say(host, tr("connecting"));
    });
    connect(&m_delivery, &DataDelivery::waiting, this,
            [this](int host, int from) { say(host, waitingText(from, m_experiment.topology)); });
    connect(&m_delivery, &DataDelivery::deploying, this, [this](int host, qint64 done, qint64 total) {
        showProgress(host, done, total, engineText(done, total));
    });
    connect(&m_delivery, &DataDelivery::copying, this, [this](int host, int from, qint64 done, qint64 total) {
        showProgress(host, done, total, copiedText(from, done, total, m_experiment.topology));
    });
    connect(&m_delivery, &DataDelivery::hostDone, this, [this](int host, bool hadThem, int from) {
        say(host, arrivedText(hadThem, from, m_experiment.topology));
    });
    connect(&m_delivery, &DataDelivery::planned, this, &DataDeliveryDialog::showPlan);
    connect(&m_delivery, &DataDelivery::hostFailed, this,
            [this](int host, const Error& error) { say(host, inertString(errorMessage(error))); });
    connect(&m_delivery, &DataDelivery::finished, this, &DataDeliveryDialog::take);
}

void DataDeliveryDialog::showPlan(const DeliveryPlan& plan, CopyWay way)
{
    m_isCopying = true;
    m_chain->setChecked(way == CopyWay::Chain);
    QStringList lines;
    if (way == CopyWay::Chain)
        lines.append(chainText(plan, m_experiment.topology));
    if (const QString expected = expectationText(plan); !expected.isEmpty())
        lines.append(expected);
    m_plan->setText(lines.join(u'\n'));
    m_plan->setVisible(plan.order.size() > 1 && !lines.isEmpty());
}

/// Also while they are copied: what has arrived stays, so nothing goes twice.
void DataDeliveryDialog::changeWay(bool isChain)
{
    m_delivery.setWay(isChain ? CopyWay::Chain : CopyWay::Direct);
    if (!m_isCopying)
        return;
    m_delivery.cancel();
    goOn();
}

void DataDeliveryDialog::setProgress(QProgressBar& bar, qint64 done, qint64 total)
{
    bar.setValue(total > 0 ? static_cast<int>(kSteps * static_cast<double>(done) / static_cast<double>(total))
                           : 0);
}

void DataDeliveryDialog::showProgress(int host, qint64 done, qint64 total, const QString& text)
{
    auto* bar = qobject_cast<QProgressBar*>(m_hosts->itemWidget(m_rows.at(host), kState));
    if (bar == nullptr) {
        bar = new QProgressBar(m_hosts);
        bar->setRange(0, kSteps);
        m_rows.at(host)->setText(kState, {});
        m_hosts->setItemWidget(m_rows.at(host), kState, bar);
    }
    setProgress(*bar, done, total);
    bar->setFormat(text);
}

void DataDeliveryDialog::say(int host, const QString& text)
{
    QTreeWidgetItem* row = m_rows.at(host);
    m_hosts->removeItemWidget(row, kState);
    row->setText(kState, text);
    row->setToolTip(kState, text);
}

void DataDeliveryDialog::begin()
{
    std::set<int> hosts;
    for (const auto& [host, row] : m_rows)
        hosts.insert(host);
    m_delivery.begin(m_experiment, hosts);
    refreshButtons();
}

void DataDeliveryDialog::goOn()
{
    m_outcome->clear();
    if (m_isReadable) {
        m_delivery.tryAgain();
    } else {
        m_isReadable = true;
        begin();
    }
    refreshButtons();
}

void DataDeliveryDialog::take(const std::optional<DataSpec>& copies)
{
    m_copies = copies;
    m_isCopying = false;
    m_reading->hide();
    if (copies)
        m_outcome->setText(
            tr("Every host has the data, at %1. Train with the copies, and every rank reads the "
               "same version; on this computer the path leads to your own folder.")
                .arg(inertString(copies->path)));
    else if (m_isReadable)
        m_outcome->setText(tr("Some hosts have not got the data. What has arrived stays there, and trying "
                              "again goes on from it."));
    refreshButtons();
}

void DataDeliveryDialog::refreshButtons()
{
    const bool isOver = m_delivery.isOver();
    m_again->setVisible(isOver && !m_copies);
    m_chain->setEnabled(!m_copies);
    m_use->setVisible(m_copies.has_value());
    (m_copies ? m_use : m_again)->setDefault(true);
    m_buttons->button(QDialogButtonBox::Cancel)->setText(isOver ? tr("Close") : tr("Cancel"));
}

} // namespace lockstep
