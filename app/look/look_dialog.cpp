// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/look/look_dialog.h"

#include "app/look/class_count_model.h"
#include "app/look/count_bar_delegate.h"
#include "app/look/live_look.h"
#include "app/look/look_texts.h"
#include "app/look/picture_model.h"
#include "app/look/sample_delegate.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{900, 600};

QLabel* makeLabel(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QPushButton* makeButton(const char* name, const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

LookDialog::LookDialog(LiveLook& look, QWidget* parent)
    : QDialog(parent), m_look(look), m_counts(new ClassCountModel(this)),
      m_sorted(new QSortFilterProxyModel(this)), m_pictures(new PictureModel(this)),
      m_size(makeLabel("lookSize", this)), m_balance(makeLabel("lookBalance", this)),
      m_state(makeLabel("lookState", this)), m_caption(makeLabel("lookCaption", this)),
      m_detail(makeLabel("lookDetail", this))
{
    setWindowTitle(tr("The data"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_size->setProperty("heading", true);
    m_balance->setProperty("muted", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addWidget(m_size);
    layout->addWidget(m_balance);
    layout->addWidget(m_state);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->addWidget(makeCounts());
    columns->addWidget(makePictures());
    columns->setChildrenCollapsible(false);
    columns->setStretchFactor(1, 1);
    columns->setSizes({360, kFirstSize.width() - 360});
    layout->addWidget(columns, 1);
    layout->addLayout(makeBottom());
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, &LookDialog::showState);
    connect(&m_look, &LiveLook::changed, this, &LookDialog::refresh);
    resize(kFirstSize);
    refresh();
    m_table->setFocus();
}

/// The strip in the panel goes on with pictures of every class.
LookDialog::~LookDialog()
{
    m_look.disconnect(this);
    m_look.showPictures(-1, 0);
}

QWidget* LookDialog::makeCounts()
{
    m_sorted->setSourceModel(m_counts);
    m_sorted->setSortRole(ClassCountModel::kSortRole);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("lookCounts"));
    m_table->setAccessibleName(tr("Samples of each class"));
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new CountBarDelegate(m_table));
    m_table->setItemDelegateForColumn(0, new QStyledItemDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSortIndicator(0, Qt::AscendingOrder);
    m_table->horizontalHeader()->setToolTip(tr("Click to sort by class or by count"));
    m_table->setSortingEnabled(true);
    auto* copy = new QAction(tr("Copy the counts"), m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &LookDialog::copyCounts);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LookDialog::chooseClass);
    return m_table;
}

QWidget* LookDialog::makePictures()
{
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("lookList"));
    m_list->setAccessibleName(tr("Sample pictures"));
    m_list->setModel(m_pictures);
    m_list->setItemDelegate(new SampleDelegate(m_list));
    m_list->setViewMode(QListView::IconMode);
    m_list->setMovement(QListView::Static);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* copy = new QAction(tr("Copy the picture"), m_list);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &LookDialog::copyPicture);
    m_list->addAction(copy);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_part = new QComboBox(this);
    m_part->setObjectName(QStringLiteral("lookPart"));
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_part->setAccessibleName(tr("Part of the data"));
    m_part->setToolTip(tr("Which samples to show: those the model learns from, or those it is measured on"));
    m_all = makeButton("lookAll", tr("All classes"), tr("Shows pictures of every class again"), this);
    m_others = makeButton("lookOthers", tr("Others"), tr("Shows the next samples of each class"), this);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_part);
    bar->addWidget(m_caption, 1);
    bar->addWidget(m_all);
    bar->addWidget(m_others);
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_list, 1);
    m_detail->setProperty("muted", true);
    m_detail->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_detail->setAlignment(Qt::AlignTop);
    layout->addWidget(m_detail);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &LookDialog::showDetail);
    connect(m_part, &QComboBox::activated, this, &LookDialog::showPictures);
    connect(m_all, &QPushButton::clicked, m_table, &QTableView::clearSelection);
    connect(m_others, &QPushButton::clicked, this, &LookDialog::showOthers);
    return column;
}

QLayout* LookDialog::makeBottom()
{
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(120, 4);
    m_busy->setAccessibleName(tr("Looking at the data"));
    m_stop =
        makeButton("lookStop", tr("Stop"), tr("Stops looking; big folders on slow disks take a while"), this);
    m_again = makeButton("lookAgain", tr("Look again"),
                         tr("Reads the data anew: the files may be others now"), this);
    m_onHost = makeButton(
        "lookOnHost", {},
        tr("Connects to the host of rank 0, copies the engine there if it is missing, and looks at "
           "the data there"),
        this);
    auto* copy = makeButton("lookCopy", tr("Copy the counts"),
                            tr("Copies how many samples each class has, for a spreadsheet"), this);
    auto* close = makeButton("lookClose", tr("Close"), {}, this);
    connect(m_stop, &QPushButton::clicked, &m_look, &LiveLook::cancel);
    connect(m_onHost, &QPushButton::clicked, &m_look, &LiveLook::lookOnHost);
    connect(m_again, &QPushButton::clicked, &m_look, &LiveLook::lookAgain);
    connect(copy, &QPushButton::clicked, this, &LookDialog::copyCounts);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(copy);
    bottom->addWidget(m_again);
    bottom->addWidget(m_onHost);
    bottom->addStretch(1);
    bottom->addWidget(m_busy);
    bottom->addWidget(m_stop);
    bottom->addWidget(close);
    return bottom;
}

void LookDialog::refresh()
{
    const bool isLooking = m_look.state() == LiveLook::State::Looking;
    if (isLooking != m_second.isActive())
        isLooking ? m_second.start() : m_second.stop();
    const bool hasData = m_look.data().has_value();
    m_size->setText(hasData ? sizeText(m_look.data()->look) + placeText(m_look) : QString());
    m_size->setVisible(hasData);
    m_balance->setText(hasData ? balanceText(m_look.data()->look) + u' ' +
                                     tr("One sample: %1.").arg(shapeText(m_look.data()->look))
                               : QString());
    m_balance->setVisible(hasData);
    showState();
    showCounts();
    showPictures();
}

void LookDialog::showState()
{
    const bool isLooking = m_look.state() == LiveLook::State::Looking;
    const bool hasData = m_look.data().has_value();
    const bool isWrong = m_look.state() == LiveLook::State::Failed;
    m_state->setText(stateText(m_look));
    m_state->setVisible(!m_state->text().isEmpty() && (!hasData || isWrong));
    m_state->setProperty("errorText", isWrong);
    m_state->style()->polish(m_state);
    m_busy->setVisible(isLooking && (!hasData || m_look.secondsSpent() >= 1));
    m_stop->setVisible(isLooking && (!hasData || m_look.secondsSpent() >= 1));
    m_again->setEnabled(!isLooking);
    m_onHost->setText(tr("Look on %1").arg(m_look.host()).replace(u'&', QStringLiteral("&&")));
    m_onHost->setVisible(m_look.hostMayHaveOthers() && !isLooking);
}

/// Only when they are others: whoever reads the table keeps his place.
void LookDialog::showCounts()
{
    DataLook counts = m_look.data() ? m_look.data()->look : DataLook{};
    for (LookPart& part : counts.parts)
        part.pictures.clear();
    if (counts == m_shownCounts)
        return;
    m_shownCounts = counts;
    m_counts->setLook(counts);
    showParts();
}

void LookDialog::showParts()
{
    const QVariant before = m_part->currentData();
    m_part->clear();
    for (const LookPart& part : m_shownCounts.parts)
        m_part->addItem(partText(part.part), static_cast<int>(part.part));
    m_part->setCurrentIndex(std::max(0, m_part->findData(before)));
    m_part->setEnabled(m_part->count() > 0);
}

void LookDialog::showPictures()
{
    const std::optional<LookedData>& shown = m_look.shown();
    const auto wanted = static_cast<DataPart>(m_part->currentData().toInt());
    const LookPart* part = shown ? shown->part(wanted) : nullptr;
    if (part)
        m_pictures->setPictures(*shown, wanted);
    else
        m_pictures->clear();
    const auto damaged =
        part ? std::ranges::count_if(part->pictures,
                                     [](const LookPicture& picture) { return !picture.damage.text.empty(); })
             : 0;
    QString caption;
    if (part && part->pictures.empty())
        caption = tr("No sample to show.");
    else if (damaged > 0)
        caption = tr("%1 of %2 pictures cannot be read.").arg(damaged).arg(part->pictures.size());
    showDetail();
    m_caption->setText(caption);
    m_caption->setProperty("errorText", damaged > 0);
    m_caption->setProperty("warningText", damaged > 0);
    m_caption->setProperty("muted", damaged == 0);
    m_caption->style()->polish(m_caption);
    m_all->setEnabled(m_look.onlyClass() >= 0 || m_look.skip() > 0);
    m_others->setEnabled(part && m_look.state() != LiveLook::State::Looking);
}

void LookDialog::showDetail()
{
    const QModelIndex current = m_list->currentIndex();
    m_detail->setText(current.isValid() ? current.data(Qt::AccessibleTextRole).toString()
                                        : tr("Choose a picture to read where it comes from."));
}

void LookDialog::chooseClass()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    m_look.showPictures(rows.isEmpty() ? -1 : rows.first().data(ClassCountModel::kLabelRole).toInt(), 0);
}

/// As many further on in each class as are shown of the one that shows most; from the first again after the
/// last.
void LookDialog::showOthers()
{
    const DataLook& seen = m_look.shown()->look;
    int most = 0;
    int largest = 0;
    for (const LookPart& part : seen.parts) {
        std::vector<int> shown(static_cast<std::size_t>(seen.classes));
        for (const LookPicture& picture : part.pictures)
            most = std::max(most, ++shown[static_cast<std::size_t>(picture.label)]);
        for (int label = 0; label < seen.classes; ++label) {
            if (m_look.onlyClass() < 0 || m_look.onlyClass() == label)
                largest = std::max(largest, part.counts[static_cast<std::size_t>(label)]);
        }
    }
    const int next = m_look.skip() + std::max(1, most);
    m_look.showPictures(m_look.onlyClass(), next < largest ? next : 0);
}

void LookDialog::copyCounts()
{
    QGuiApplication::clipboard()->setText(countTable(m_shownCounts));
}

void LookDialog::copyPicture()
{
    const auto image = m_list->currentIndex().data(PictureModel::kImageRole).value<QImage>();
    if (!image.isNull())
        QGuiApplication::clipboard()->setImage(image);
}

} // namespace lockstep
