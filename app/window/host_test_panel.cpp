// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_test_panel.h"

#include "app/text/number_text.h"
#include "app/theme/wrapped_rows.h"
#include "app/window/host_test_model.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

QString testsTitle(const std::vector<HostTests::Test>& tests, const PairChecks& pairs, bool isTesting)
{
    const auto count = static_cast<int>(tests.size());
    const auto known = static_cast<int>(std::count_if(pairs.begin(), pairs.end(), [](const PairCheck& pair) {
        return pair.state != CheckState::Waiting && pair.state != CheckState::Running;
    }));
    if (isTesting && known < pairs.size())
        return HostTestPanel::tr("Measuring the network: %1 of %Ln pair(s)…", nullptr,
                                 static_cast<int>(pairs.size()))
            .arg(countText(known));
    if (isTesting)
        return HostTestPanel::tr("Testing %Ln host(s)…", nullptr, count);
    const auto failed =
        static_cast<int>(std::count_if(tests.begin(), tests.end(), [](const HostTests::Test& test) {
            return failureOf(test.checks) != nullptr;
        }));
    const auto bad = static_cast<int>(std::count_if(pairs.begin(), pairs.end(), isBad));
    QString title = HostTestPanel::tr("%Ln host(s) tested", nullptr, count);
    const auto add = [&title](const QString& part) {
        title = HostTestPanel::tr("%1, %2", "hosts tested, hosts failed").arg(title, part);
    };
    if (failed > 0)
        add(HostTestPanel::tr("%Ln failed", nullptr, failed));
    if (bad > 0)
        add(HostTestPanel::tr("trouble on the network between %Ln pair(s)", nullptr, bad));
    return title;
}

HostTestPanel::HostTestPanel(HostTests& tests, QWidget* parent)
    : QFrame(parent), m_tests(tests), m_model(new HostTestModel(this)), m_list(new QListView(this)),
      m_title(new QLabel(this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_again(new QPushButton(tr("Test all again"), this)),
      m_draw(new QPushButton(tr("Take the measured rates into the drawing"), this))
{
    setObjectName(QStringLiteral("hostTestPanel"));
    m_title->setProperty("heading", true);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Put away"));
    close->setAccessibleName(tr("Put the tests away"));
    m_cancel->setObjectName(QStringLiteral("cancelTests"));
    m_again->setObjectName(QStringLiteral("testAgain"));
    m_draw->setObjectName(QStringLiteral("drawRates"));
    m_draw->setToolTip(tr("Links that are slower or faster than drawn, or have no bandwidth yet, get the "
                          "measured one. The forecast follows. One step of undo."));
    m_list->setObjectName(QStringLiteral("hostTestList"));
    m_list->setAccessibleName(tr("Tests of hosts"));
    m_list->setModel(m_model);
    m_list->setFrameShape(NoFrame);
    wrapRows(*m_list);
    m_list->setIconSize({16, 16});
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 6, 8, 2);
    top->setSpacing(8);
    top->addWidget(m_title, 1);
    top->addWidget(m_cancel);
    top->addWidget(m_again);
    top->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    // Below the list: beside the title it would be wider than a small window's canvas.
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(14, 2, 8, 4);
    bottom->addStretch(1);
    bottom->addWidget(m_draw);
    layout->addLayout(bottom);
    connect(close, &QToolButton::clicked, this, &HostTestPanel::closeWanted);
    connect(m_cancel, &QPushButton::clicked, &m_tests, &HostTests::cancel);
    connect(m_draw, &QPushButton::clicked, this, &HostTestPanel::drawingWanted);
    connect(m_again, &QPushButton::clicked, &m_tests, [this] { m_tests.test(); });
    const auto jump = [this](const QModelIndex& index) {
        if (const QString key = index.data(HostTestModel::kKeyRole).toString(); !key.isEmpty())
            emit jumpWanted(key.toStdString());
    };
    connect(m_list, &QListView::clicked, this, jump);
    connect(m_list, &QListView::activated, this, jump); // Return
    connect(&m_tests, &HostTests::changed, this, &HostTestPanel::refresh);
    refresh();
}

void HostTestPanel::refresh()
{
    const bool isTesting = m_tests.isTesting();
    const PairChecks pairs = m_tests.pairs();
    m_model->setTests(m_tests.tests(), pairLines(m_tests.topology(), pairs));
    m_title->setText(testsTitle(m_model->tests(), pairs, isTesting));
    m_draw->setVisible(!isTesting && !bandwidthsToDraw(m_tests.linkRates()).empty());
    m_cancel->setVisible(isTesting);
    m_again->setVisible(!isTesting);
}

void HostTestPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_list->viewport()->update(); // its icons have the colours of the theme
    QFrame::changeEvent(event);
}

} // namespace lockstep
