// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/piecewise_broadcast.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t kPostedAhead = 4; // pieces; a larger message whose receive is not posted would wait

class PiecewiseBroadcast {
public:
    PiecewiseBroadcast(Messenger& messenger, std::span<char> bytes, int root)
        : m_messenger(messenger), m_bytes(bytes),
          m_place((messenger.rank() - root + messenger.worldSize()) % messenger.worldSize())
    {
    }
    ~PiecewiseBroadcast() { m_messenger.cancel(m_completions); }
    PiecewiseBroadcast(const PiecewiseBroadcast&) = delete;
    PiecewiseBroadcast& operator=(const PiecewiseBroadcast&) = delete;

    void run(const Progress& progress)
    {
        for (std::size_t number = 0; number < pieces(); ++number) {
            if (!isFirst())
                receive(number);
            if (!isLast())
                send(number);
            if (progress)
                progress(number * kBroadcastPiece + piece(number).size());
        }
        while (m_underWay > 0)
            waitSent();
    }

private:
    bool isFirst() const { return m_place == 0; }
    bool isLast() const { return m_place == m_messenger.worldSize() - 1; }
    int neighbour(int step) const
    {
        return (m_messenger.rank() + step + m_messenger.worldSize()) % m_messenger.worldSize();
    }
    std::size_t pieces() const { return (m_bytes.size() + kBroadcastPiece - 1) / kBroadcastPiece; }
    std::span<char> piece(std::size_t number) const
    {
        const std::size_t begin = number * kBroadcastPiece;
        return m_bytes.subspan(begin, std::min(kBroadcastPiece, m_bytes.size() - begin));
    }

    void receive(std::size_t number)
    {
        for (; m_posted < std::min(number + kPostedAhead, pieces()); ++m_posted)
            m_messenger.receive(m_completions, neighbour(-1), m_posted, piece(m_posted));
        m_messenger.wait(m_completions, Direction::Receive);
    }
    // The root runs no further ahead than its link: what is queued is what stands between a farewell and the
    // peer.
    void send(std::size_t number)
    {
        m_messenger.send(m_completions, neighbour(1), number, piece(number));
        if (++m_underWay > 1)
            waitSent();
    }
    void waitSent()
    {
        m_messenger.wait(m_completions, Direction::Send);
        --m_underWay;
    }

    Messenger& m_messenger;
    std::span<char> m_bytes;
    int m_place; ///< steps from the root
    Completions m_completions;
    std::size_t m_posted = 0;
    int m_underWay = 0; ///< sends
};

} // namespace

void broadcastPiecewise(Messenger& messenger, std::span<char> bytes, int root, const Progress& progress)
{
    PiecewiseBroadcast(messenger, bytes, root).run(progress);
}

} // namespace lockstep
