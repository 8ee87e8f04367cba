// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/palette/host_list_dialog.h"

#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/reading_order.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <algorithm>

namespace lockstep {

namespace {

constexpr qint64 kMaxFile = 1 << 20;
constexpr std::size_t kMostProblems = 100; ///< shown
constexpr int kMostGpus = 64;

/// One rank on each of the first GPUs, as many as the list gives the host.
void trainOnGpus(Host& host)
{
    const int ranks = std::min(static_cast<int>(host.devices.size()), kMostGpus);
    host.devices.clear();
    for (int index = 0; index < ranks; ++index)
        host.devices.push_back({DeviceKind::Cuda, index});
    host.gpus = ranks;
}

QLabel* paragraph(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

HostListDialog::HostListDialog(const Topology& topology, const QString& text, QWidget* parent)
    : QDialog(parent), m_topology(topology), m_text(new QPlainTextEdit(this)), m_devices(new QComboBox(this)),
      m_join(new QCheckBox(tr("&Join them by a switch"), this)), m_verdict(paragraph(this)),
      m_problems(new QListWidget(this))
{
    setWindowTitle(tr("Hosts from a list"));
    QLabel* what = paragraph(this);
    what->setText(tr("One host a line: an address, user@host:port, or a hosts file of MXNet, MPI, Slurm or "
                     "Grid Engine as it is."));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("List of hosts"));
    m_text->setPlaceholderText(QStringLiteral("172.30.0.172\nann@gpu-1.lab:2222\nnode1 slots=4\ngpu[01-04]"));
    m_problems->setAccessibleName(tr("Lines that name no host"));
    m_problems->setMaximumHeight(110);
    m_problems->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    m_add->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(what);
    layout->addWidget(m_text, 1);
    layout->addLayout(choices());
    layout->addWidget(m_verdict);
    layout->addWidget(m_problems);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QPlainTextEdit::textChanged, this, &HostListDialog::check);
    connect(m_devices, &QComboBox::currentIndexChanged, this, &HostListDialog::check);
    connect(m_problems, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { goToLine(item->data(Qt::UserRole).toInt()); });
    connect(m_problems, &QListWidget::itemClicked, m_problems, &QListWidget::itemActivated);
    m_text->setPlainText(text);
    check();
    setReadingOrder(*this);
    resize(560, 460);
}

QLayout* HostListDialog::choices()
{
    auto* open = new QPushButton(tr("&Open a file…"), this);
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, &HostListDialog::askForFile);
    m_devices->addItems({tr("CPU"), tr("GPUs")});
    m_devices->setToolTip(wrappedText(tr("What each rank of these hosts trains on. It can be changed host by "
                                         "host later.")));
    m_join->setChecked(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Devices:"), m_devices);
    auto* row = new QHBoxLayout;
    row->addWidget(open);
    row->addStretch();
    row->addWidget(m_join);
    row->addSpacing(12);
    row->addLayout(form);
    return row;
}

Join HostListDialog::join() const
{
    return m_join->isChecked() ? Join::BySwitch : Join::None;
}

Result<QString> HostListDialog::readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{LOCKSTEP_TEXT("%1 cannot be read: %2."),
                     {path.toStdString(), file.errorString().toStdString()},
                     ""};
    return QString::fromUtf8(file.read(kMaxFile));
}

void HostListDialog::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a list of hosts"));
    if (path.isEmpty())
        return;
    const Result<QString> text = readFile(path);
    if (text)
        m_text->setPlainText(*text);
    else
        QMessageBox::warning(this, windowTitle(), errorMessage(text.error()));
}

void HostListDialog::check()
{
    HostList list = readHostList(m_text->toPlainText().toStdString());
    m_hosts = hostsNotDrawn(m_topology, list.hosts);
    if (m_devices->currentIndex() == 1)
        std::ranges::for_each(m_hosts, trainOnGpus);
    std::size_t ranks = 0;
    for (const Host& host : m_hosts)
        ranks += host.devices.size();
    QStringList said{tr("%Ln host(s)", nullptr, static_cast<int>(m_hosts.size())),
                     tr("%Ln rank(s)", nullptr, static_cast<int>(ranks))};
    if (const std::size_t drawn = list.hosts.size() - m_hosts.size(); drawn > 0)
        said << tr("%Ln more in the drawing already", nullptr, static_cast<int>(drawn));
    if (!list.problems.empty())
        said << tr("%Ln line(s) to correct", nullptr, static_cast<int>(list.problems.size()));
    m_verdict->setText(said.join(tr(", ")));
    m_add->setEnabled(!m_hosts.empty());
    m_join->setEnabled(m_hosts.size() > 1);
    showProblems(list.problems);
}

void HostListDialog::showProblems(const std::vector<HostListProblem>& problems)
{
    m_problems->clear();
    for (std::size_t i = 0; i < std::min(problems.size(), kMostProblems); ++i) {
        auto* item = new QListWidgetItem(
            tr("Line %1: %2").arg(problems[i].line).arg(errorSentence(problems[i].error)), m_problems);
        item->setData(Qt::UserRole, problems[i].line);
    }
    m_problems->setVisible(!problems.empty());
}

void HostListDialog::goToLine(int line)
{
    QTextCursor cursor(m_text->document()->findBlockByNumber(line - 1));
    cursor.select(QTextCursor::LineUnderCursor);
    m_text->setTextCursor(cursor);
    m_text->setFocus();
}

} // namespace lockstep
