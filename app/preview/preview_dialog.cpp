// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/preview_dialog.h"

#include "app/preview/class_count_model.h"
#include "app/preview/count_bar_delegate.h"
#include "app/preview/live_preview.h"
#include "app/preview/picture_model.h"
#include "app/preview/preview_texts.h"
#include "app/preview/sample_delegate.h"
#include "app/text/number_text.h"
#include "app/theme/reading_order.h"

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

PreviewDialog::PreviewDialog(LivePreview& preview, QWidget* parent)
    : QDialog(parent), m_preview(preview), m_counts(new ClassCountModel(this)),
      m_sorted(new QSortFilterProxyModel(this)), m_pictures(new PictureModel(this)),
      m_size(makeLabel("previewSize", this)), m_balance(makeLabel("previewBalance", this)),
      m_state(makeLabel("previewState", this)), m_caption(makeLabel("previewCaption", this)),
      m_detail(makeLabel("previewDetail", this))
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
    connect(&m_second, &QTimer::timeout, this, &PreviewDialog::showState);
    connect(&m_preview, &LivePreview::changed, this, &PreviewDialog::refresh);
    setReadingOrder(*this);
    resize(kFirstSize);
    refresh();
    m_table->setFocus();
}

/// The strip in the panel goes on with pictures of every class.
PreviewDialog::~PreviewDialog()
{
    m_preview.disconnect(this);
    m_preview.showPictures(-1, 0);
}

QWidget* PreviewDialog::makeCounts()
{
    m_sorted->setSourceModel(m_counts);
    m_sorted->setSortRole(ClassCountModel::kSortRole);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("previewCounts"));
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
    connect(copy, &QAction::triggered, this, &PreviewDialog::copyCounts);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PreviewDialog::chooseClass);
    return m_table;
}

QWidget* PreviewDialog::makePictures()
{
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("previewList"));
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
    connect(copy, &QAction::triggered, this, &PreviewDialog::copyPicture);
    m_list->addAction(copy);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);

    m_part = new QComboBox(this);
    m_part->setObjectName(QStringLiteral("previewPart"));
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_part->setAccessibleName(tr("Part of the data"));
    m_part->setToolTip(tr("Which samples to show: those the model learns from, or those it is measured on"));
    m_all = makeButton("previewAll", tr("All classes"), tr("Shows pictures of every class again"), this);
    m_others = makeButton("previewOthers", tr("Others"), tr("Shows the next samples of each class"), this);
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
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &PreviewDialog::showDetail);
    connect(m_part, &QComboBox::activated, this, &PreviewDialog::showPictures);
    connect(m_all, &QPushButton::clicked, m_table, &QTableView::clearSelection);
    connect(m_others, &QPushButton::clicked, this, &PreviewDialog::showOthers);
    return column;
}

QLayout* PreviewDialog::makeBottom()
{
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedSize(120, 4);
    m_busy->setAccessibleName(tr("Previewing the data"));
    m_stop = makeButton("previewStop", tr("Stop"),
                        tr("Stops the preview; big folders on slow disks take a while"), this);
    m_again = makeButton("previewAgain", tr("Preview again"),
                         tr("Reads the data anew: the files may be others now"), this);
    m_onHost = makeButton("previewOnHost", {},
                          tr("Connects to the host of rank 0, copies the engine there if it is missing, and "
                             "previews the data there"),
                          this);
    auto* copy = makeButton("previewCopy", tr("Copy the counts"),
                            tr("Copies how many samples each class has, for a spreadsheet"), this);
    auto* close = makeButton("previewClose", tr("Close"), {}, this);
    connect(m_stop, &QPushButton::clicked, &m_preview, &LivePreview::cancel);
    connect(m_onHost, &QPushButton::clicked, &m_preview, &LivePreview::previewOnHost);
    connect(m_again, &QPushButton::clicked, &m_preview, &LivePreview::previewAgain);
    connect(copy, &QPushButton::clicked, this, &PreviewDialog::copyCounts);
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

void PreviewDialog::refresh()
{
    const bool isPreviewing = m_preview.state() == LivePreview::State::Previewing;
    if (isPreviewing != m_second.isActive())
        isPreviewing ? m_second.start() : m_second.stop();
    const bool hasData = m_preview.data().has_value();
    m_size->setText(hasData ? sizeText(m_preview.data()->preview) + placeText(m_preview) : QString());
    m_size->setVisible(hasData);
    m_balance->setText(hasData ? balanceText(m_preview.data()->preview) + u' ' +
                                     tr("One sample: %1.").arg(shapeText(m_preview.data()->preview))
                               : QString());
    m_balance->setVisible(hasData);
    showState();
    showCounts();
    showPictures();
}

void PreviewDialog::showState()
{
    const bool isPreviewing = m_preview.state() == LivePreview::State::Previewing;
    const bool hasData = m_preview.data().has_value();
    const bool isWrong = m_preview.state() == LivePreview::State::Failed;
    m_state->setText(stateText(m_preview));
    m_state->setVisible(!m_state->text().isEmpty() && (!hasData || isWrong));
    m_state->setProperty("errorText", isWrong);
    m_state->style()->polish(m_state);
    m_busy->setVisible(isPreviewing && (!hasData || m_preview.secondsSpent() >= 1));
    m_stop->setVisible(isPreviewing && (!hasData || m_preview.secondsSpent() >= 1));
    m_again->setEnabled(!isPreviewing);
    m_onHost->setText(tr("Preview on %1").arg(m_preview.host()).replace(u'&', QStringLiteral("&&")));
    m_onHost->setVisible(m_preview.hostMayHaveOthers() && !isPreviewing);
}

/// Only when they are others: whoever reads the table keeps his place.
void PreviewDialog::showCounts()
{
    DataPreview counts = m_preview.data() ? m_preview.data()->preview : DataPreview{};
    for (PreviewPart& part : counts.parts)
        part.pictures.clear();
    if (counts == m_shownCounts)
        return;
    m_shownCounts = counts;
    m_counts->setPreview(counts);
    showParts();
}

void PreviewDialog::showParts()
{
    const QVariant before = m_part->currentData();
    m_part->clear();
    for (const PreviewPart& part : m_shownCounts.parts)
        m_part->addItem(partText(part.part), static_cast<int>(part.part));
    m_part->setCurrentIndex(std::max(0, m_part->findData(before)));
    m_part->setEnabled(m_part->count() > 0);
}

void PreviewDialog::showPictures()
{
    const std::optional<PreviewedData>& shown = m_preview.shown();
    const auto wanted = static_cast<DataPart>(m_part->currentData().toInt());
    const PreviewPart* part = shown ? shown->part(wanted) : nullptr;
    if (part)
        m_pictures->setPictures(*shown, wanted);
    else
        m_pictures->clear();
    const auto damaged =
        part ? std::ranges::count_if(
                   part->pictures, [](const PreviewPicture& picture) { return !picture.damage.text.empty(); })
             : 0;
    QString caption;
    if (part && part->pictures.empty())
        caption = tr("No sample to show.");
    else if (damaged > 0)
        caption =
            tr("%1 of %2 pictures cannot be read.").arg(countText(damaged), countText(part->pictures.size()));
    showDetail();
    m_caption->setText(caption);
    m_caption->setProperty("errorText", damaged > 0);
    m_caption->setProperty("warningText", damaged > 0);
    m_caption->setProperty("muted", damaged == 0);
    m_caption->style()->polish(m_caption);
    m_all->setEnabled(m_preview.onlyClass() >= 0 || m_preview.skip() > 0);
    m_others->setEnabled(part && m_preview.state() != LivePreview::State::Previewing);
}

void PreviewDialog::showDetail()
{
    const QModelIndex current = m_list->currentIndex();
    m_detail->setText(current.isValid() ? current.data(Qt::AccessibleTextRole).toString()
                                        : tr("Choose a picture to read where it comes from."));
}

void PreviewDialog::chooseClass()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    m_preview.showPictures(rows.isEmpty() ? -1 : rows.first().data(ClassCountModel::kLabelRole).toInt(), 0);
}

/// As many further on in each class as are shown of the one that shows most; from the first again after the
/// last.
void PreviewDialog::showOthers()
{
    const DataPreview& seen = m_preview.shown()->preview;
    int most = 0;
    int largest = 0;
    for (const PreviewPart& part : seen.parts) {
        std::vector<int> shown(static_cast<std::size_t>(seen.classes));
        for (const PreviewPicture& picture : part.pictures)
            most = std::max(most, ++shown[static_cast<std::size_t>(picture.label)]);
        for (int label = 0; label < seen.classes; ++label) {
            if (m_preview.onlyClass() < 0 || m_preview.onlyClass() == label)
                largest = std::max(largest, part.counts[static_cast<std::size_t>(label)]);
        }
    }
    const int next = m_preview.skip() + std::max(1, most);
    m_preview.showPictures(m_preview.onlyClass(), next < largest ? next : 0);
}

void PreviewDialog::copyCounts()
{
    QGuiApplication::clipboard()->setText(countTable(m_shownCounts));
}

void PreviewDialog::copyPicture()
{
    const auto image = m_list->currentIndex().data(PictureModel::kImageRole).value<QImage>();
    if (!image.isNull())
        QGuiApplication::clipboard()->setImage(image);
}

} // namespace lockstep
