// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preview/live_preview.h"

#include "app/preview/local_previewer.h"
#include "app/preview/remote_previewer.h"

#include <QDir>
#include <QFileInfo>

namespace lockstep {

namespace {

/// After the last letter of a path.
constexpr int kDelayMs = 400;

/// The data without what a preview does not depend on.
DataSpec previewedPart(DataSpec data)
{
    const DataSpec standard;
    data.augmentation = standard.augmentation;
    data.loaderThreads = standard.loaderThreads;
    data.prefetch = standard.prefetch;
    data.cacheMegabytes = standard.cacheMegabytes;
    data.diskCacheGigabytes = standard.diskCacheGigabytes;
    data.damagedLimit = standard.damagedLimit;
    data.unknown = {};
    if (placeOf(data.kind) == DataPlace::BuiltIn)
        data.path.clear();
    return data;
}

/// How the host of rank 0 is reached; without a rank, this computer.
Host firstHost(const Topology& topology)
{
    Host host;
    host.connection = Connection::Local;
    const std::vector<Placement> placements = placeRanks(topology);
    if (placements.empty() || topology.hosts[placements.front().host].connection == Connection::Local)
        return host;
    const Host& first = topology.hosts[placements.front().host];
    host.connection = first.connection;
    host.id = first.id;
    host.name = first.name;
    host.address = first.address;
    host.port = first.port;
    host.user = first.user;
    return host;
}

} // namespace

LivePreview::LivePreview(ExperimentDocument& document, RemoteOptions options, QObject* parent)
    : QObject(parent), m_document(document), m_options(std::move(options))
{
    use(std::make_unique<LocalPreviewer>(m_options.engine));
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &LivePreview::previewNow);
    connect(&m_document, &ExperimentDocument::changed, this, &LivePreview::documentChanged);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &LivePreview::documentChanged);
}

LivePreview::~LivePreview() = default;

void LivePreview::use(std::unique_ptr<Previewer> previewer)
{
    m_previewer = std::move(previewer);
    connect(m_previewer.get(), &Previewer::previewed, this, &LivePreview::take);
    connect(m_previewer.get(), &Previewer::progressed, this, [this](const QString& text) {
        m_progress = text;
        emit changed();
    });
}

QString LivePreview::host() const
{
    const Host& host = m_question.host;
    return host.connection == Connection::Local ? QString() : QString::fromStdString(host.name);
}

bool LivePreview::hostMayHaveOthers() const
{
    return !host().isEmpty() && m_place != host() && placeOf(m_question.data.kind) != DataPlace::BuiltIn &&
           !m_question.data.path.empty();
}

void LivePreview::begin()
{
    if (m_hasBegun)
        return;
    m_hasBegun = true;
    m_question = question();
    previewNow();
}

LivePreview::Question LivePreview::question() const
{
    const Experiment experiment = m_document.forRunning();
    return {previewedPart(experiment.data), experiment.training.seed, firstHost(experiment.topology)};
}

void LivePreview::documentChanged()
{
    if (!m_hasBegun)
        return;
    const Question next = question();
    if (next == m_question)
        return;
    m_question = next;
    m_previewer->cancel();
    m_delay.start();
}

/// Forgets what was seen elsewhere or before.
void LivePreview::startAfresh(const QString& place)
{
    m_delay.stop();
    m_previewer->cancel();
    m_data.reset();
    m_shown.reset();
    m_error.reset();
    m_onlyClass = -1;
    m_skip = 0;
    m_place = place;
}

void LivePreview::previewNow()
{
    startAfresh({});
    use(std::make_unique<LocalPreviewer>(m_options.engine));
    const QString path = QString::fromStdString(m_question.data.path);
    if (placeOf(m_question.data.kind) == DataPlace::BuiltIn || (!path.isEmpty() && QFileInfo::exists(path)))
        return ask(-1, 0);
    if (path.isEmpty() || QDir::isRelativePath(path))
        return setState(State::Nothing);
    setState(State::Elsewhere);
}

void LivePreview::previewOnHost()
{
    startAfresh(host());
    auto previewer = std::make_unique<RemotePreviewer>(m_question.host, m_options);
    emit hostAsked(&previewer->host());
    use(std::move(previewer));
    ask(-1, 0);
}

void LivePreview::ask(int onlyClass, int skip)
{
    PreviewRequest request;
    request.data = m_question.data;
    request.seed = m_question.seed;
    request.onlyClass = onlyClass;
    request.skip = skip;
    m_asksForPictures = onlyClass >= 0 || skip > 0;
    m_progress.clear();
    m_spent.start();
    m_previewer->preview(request);
    setState(State::Previewing);
}

void LivePreview::take(const PreviewResult& result)
{
    if (!result) {
        m_error = result.error();
        return setState(State::Failed);
    }
    m_error.reset();
    (m_asksForPictures ? m_shown : m_data) = *result;
    setState(State::Seen);
}

void LivePreview::setState(State state)
{
    m_state = state;
    emit changed();
}

void LivePreview::showPictures(int onlyClass, int skip)
{
    if (!m_data || (onlyClass == m_onlyClass && skip == m_skip))
        return;
    m_onlyClass = onlyClass;
    m_skip = skip;
    if (onlyClass >= 0 || skip > 0)
        return ask(onlyClass, skip);
    m_previewer->cancel();
    m_shown.reset();
    m_error.reset();
    setState(State::Seen);
}

void LivePreview::cancel()
{
    if (m_state != State::Previewing)
        return;
    m_previewer->cancel();
    setState(m_data ? State::Seen : State::Stopped);
}

void LivePreview::previewAgain()
{
    m_hasBegun = true;
    m_question = question();
    if (!m_place.isEmpty() && m_place == host())
        return previewOnHost();
    previewNow();
}

} // namespace lockstep
