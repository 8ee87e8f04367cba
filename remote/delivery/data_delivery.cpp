// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/delivery/data_delivery.h"

#include "remote/delivery/data_copies.h"

#include <atomic>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

/// Reads data for their checksums on a thread of its own, which ends with it.
class DataReading {
public:
    using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;
    using End = std::function<void(Result<DataPayload>)>;

    /// Both are called on that thread; progress at most ten times a second.
    DataReading(DataSpec data, Progress progress, End end)
        : m_thread([this, data = std::move(data), progress = std::move(progress), end = std::move(end)] {
              read(data, progress, end);
          })
    {
    }
    ~DataReading()
    {
        m_isGivenUp = true;
        m_thread.join();
    }
    DataReading(const DataReading&) = delete;
    DataReading& operator=(const DataReading&) = delete;

private:
    void read(const DataSpec& data, const Progress& progress, const End& end) const
    {
        constexpr std::chrono::milliseconds kReportTime{100};
        Clock::time_point reported{};
        auto payload = makeDataPayload(data, [&](std::uint64_t done, std::uint64_t total) {
            if (const Clock::time_point now = Clock::now(); now - reported >= kReportTime) {
                reported = now;
                progress(done, total);
            }
            return !m_isGivenUp;
        });
        if (!m_isGivenUp)
            end(std::move(payload));
    }

    std::atomic<bool> m_isGivenUp = false;
    std::thread m_thread; ///< the last, for it uses the others
};

} // namespace

std::set<int> hostsWithoutOurFiles(const Topology& topology)
{
    std::set<int> hosts;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        if (topology.hosts[i].connection == Connection::Ssh && !topology.hosts[i].devices.empty())
            hosts.insert(static_cast<int>(i));
    return hosts;
}

struct DataDelivery::State {
    State(DataDelivery& delivery, RemoteOptions given)
        : q(delivery), options(std::move(given)), threads(options.secrets)
    {
        connect(&threads, &HostThreads::said, &q,
                [this](int host, const HostEvent& event) { take(host, event); });
        connect(&threads, &HostThreads::hostKeyUnknown, &q, &DataDelivery::hostKeyUnknown);
        connect(&threads, &HostThreads::secretNeeded, &q, &DataDelivery::secretNeeded);
    }

    void read()
    {
        const auto deliver = [this, number = ++readings](auto use) {
            // Dropped by Qt when the delivery is gone, which joins that thread before.
            QMetaObject::invokeMethod(
                &q,
                [this, number, use = std::move(use)]() mutable {
                    if (number == readings)
                        use();
                },
                Qt::QueuedConnection);
        };
        reading = std::make_unique<DataReading>(
            experiment.data,
            [this, deliver](std::uint64_t done, std::uint64_t total) {
                deliver([this, done, total] {
                    emit q.reading(static_cast<qint64>(done), static_cast<qint64>(total));
                });
            },
            [this, deliver](Result<DataPayload> read) {
                deliver([this, result = std::make_shared<Result<DataPayload>>(std::move(read))] {
                    takePayload(std::move(*result));
                });
            });
    }

    void takePayload(Result<DataPayload> read)
    {
        reading.reset();
        auto linked = read ? linkHere(read.value()) : Result<void>(read.error());
        if (!linked) {
            hosts.clear();
            emit q.unreadable(linked.error());
            return tellEnd();
        }
        payload = std::make_shared<const DataPayload>(std::move(read.value()));
        copyToAll();
    }

    void copyToAll()
    {
        constexpr double kMegabitsPerByte = 8e-6;
        const DeliveryPlan plan =
            planDelivery(experiment.topology, hosts, static_cast<double>(payload->bytes) * kMegabitsPerByte);
        const CopyWay chosen = way.value_or(plan.fasterWay());
        emit q.planned(plan, chosen);
        copies = std::make_unique<DataCopies>(threads, experiment, options, payload, sink());
        copies->begin(plan.order, chosen);
        if (copies->isOver())
            tellEnd();
    }

    DataCopies::Sink sink()
    {
        return {.connecting = [this](int host) { emit q.connecting(host); },
                .deploying =
                    [this](int host, std::uint64_t done, std::uint64_t total) {
                        emit q.deploying(host, static_cast<qint64>(done), static_cast<qint64>(total));
                    },
                .waiting = [this](int host, int from) { emit q.waiting(host, from); },
                .copying =
                    [this](int host, int from, std::uint64_t done, std::uint64_t total) {
                        emit q.copying(host, from, static_cast<qint64>(done), static_cast<qint64>(total));
                    },
                .done = [this](int host, bool hadThem, int from) { emit q.hostDone(host, hadThem, from); },
                .failed = [this](int host, const Error& error) { emit q.hostFailed(host, error); }};
    }

    void take(int host, const HostEvent& event)
    {
        copies->take(host, event);
        if (!isBusy || !copies->isOver())
            return;
        failed = copies->failed();
        threads.endAll();
        tellEnd();
    }

    void tellEnd()
    {
        isBusy = false;
        hosts.clear();
        const bool areThere = payload && failed.empty();
        emit q.finished(areThere ? std::optional(deliveredData(experiment.data, *payload)) : std::nullopt);
    }

    DataDelivery& q;
    RemoteOptions options;
    Experiment experiment;
    std::set<int> hosts;  ///< that are being dealt with
    std::set<int> failed; ///< that have not got the data
    bool isBusy = false;
    std::optional<CopyWay> way; ///< chosen; nothing: the faster one
    std::shared_ptr<const DataPayload> payload;
    HostThreads threads;
    std::unique_ptr<DataCopies> copies;
    int readings = 0;
    std::unique_ptr<DataReading> reading;
};

DataDelivery::DataDelivery(RemoteOptions options, QObject* parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, std::move(options)))
{
}

DataDelivery::~DataDelivery() = default;

void DataDelivery::begin(const Experiment& experiment, const std::set<int>& hosts)
{
    cancel();
    State& state = *m_state;
    state.experiment = experiment;
    state.hosts = hosts;
    state.failed.clear();
    state.payload.reset();
    state.copies.reset();
    state.isBusy = true;
    state.read();
}

void DataDelivery::setWay(std::optional<CopyWay> way)
{
    m_state->way = way;
}

void DataDelivery::tryAgain()
{
    State& state = *m_state;
    if (state.isBusy || !state.payload)
        return;
    state.hosts = std::exchange(state.failed, {});
    state.isBusy = true;
    state.copyToAll();
}

void DataDelivery::cancel()
{
    State& state = *m_state;
    if (!state.isBusy)
        return;
    ++state.readings;
    state.reading.reset();
    state.threads.endAll();
    if (state.copies) {
        state.copies->giveUp();
        state.failed = state.copies->failed();
    } else {
        state.failed = state.hosts;
    }
    state.tellEnd();
}

bool DataDelivery::isOver() const
{
    return !m_state->isBusy;
}

void DataDelivery::answerHostKey(int host, bool trust)
{
    m_state->threads.answerHostKey(host, trust);
}

void DataDelivery::answerSecret(int host, const QByteArray& secret)
{
    m_state->threads.answerSecret(host, secret);
}

} // namespace lockstep
