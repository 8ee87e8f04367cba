// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/tree_sum.h"

#include "engine/distributed/reduce_functions.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace lockstep {

namespace {

// The links stand idle, one way each, while the first piece goes up and the last one comes down: pieces are
// small, but not so small that what each costs besides its bytes would count.
constexpr std::size_t kPieces = 256;
constexpr std::size_t kLeastPiece = 16 << 10;
constexpr std::size_t kLargestPiece = 256 << 10;
constexpr std::size_t kAhead = 4; // pieces of a child that have a place: a further one waits in its socket

std::size_t pieceBytes(std::size_t bytes)
{
    constexpr std::size_t kLine = 64; // pieces are cut at whole cache lines
    return std::clamp(bytes / kPieces, kLeastPiece, kLargestPiece) / kLine * kLine;
}

void add(std::span<float> sums, const float* more)
{
    sumFloats(sums.data(), sums.data(), more, sums.size());
}
void add(std::span<double> sums, const double* more)
{
    sumDoubles(sums.data(), sums.data(), more, sums.size());
}

/// Nobody waits with what goes up for what comes down, so that who is waited for is the one who holds up the
/// others.
template <typename Number>
class TreeSum {
public:
    TreeSum(Messenger& messenger, const TreePlace& place, std::span<Number> values)
        : m_messenger(messenger), m_place(place), m_values(values),
          m_pieceSize(pieceBytes(values.size_bytes()) / sizeof(Number)), m_arrived(place.children.size()),
          m_theirs(std::make_unique_for_overwrite<Number[]>(place.children.size() * kAhead * m_pieceSize))
    {
    }
    ~TreeSum() { m_messenger.cancel(m_completions); }
    TreeSum(const TreeSum&) = delete;
    TreeSum& operator=(const TreeSum&) = delete;

    void run()
    {
        for (std::size_t number = 0; number < std::min(kAhead, pieces()); ++number)
            for (std::size_t child = 0; child < m_place.children.size(); ++child)
                expect(child, number);
        addWhatIsWhole();
        while (m_done < pieces())
            take(m_messenger.wait(m_completions, Direction::Receive));
        for (; m_sends > 0; --m_sends)
            m_messenger.wait(m_completions, Direction::Send);
    }

private:
    bool isRoot() const { return m_place.parent < 0; }
    std::size_t pieces() const { return (m_values.size() + m_pieceSize - 1) / m_pieceSize; }
    std::span<Number> piece(std::size_t number) const
    {
        const std::size_t begin = number * m_pieceSize;
        return m_values.subspan(begin, std::min(m_pieceSize, m_values.size() - begin));
    }
    Number* theirs(std::size_t child, std::size_t number) const
    {
        return m_theirs.get() + (child * kAhead + number % kAhead) * m_pieceSize;
    }

    void take(int rank)
    {
        if (rank == m_place.parent)
            return passDown(m_done);
        const auto child = std::ranges::find(m_place.children, rank) - m_place.children.begin();
        ++m_arrived[static_cast<std::size_t>(child)];
        addWhatIsWhole();
    }
    void addWhatIsWhole()
    {
        const auto fewest = std::ranges::min_element(m_arrived);
        const std::size_t end = fewest == m_arrived.end() ? pieces() : *fewest;
        for (; m_added < end; ++m_added)
            addUp(m_added);
    }
    void addUp(std::size_t number)
    {
        for (std::size_t child = 0; child < m_place.children.size(); ++child) {
            add(piece(number), theirs(child, number));
            if (number + kAhead < pieces())
                expect(child, number + kAhead);
        }
        if (isRoot())
            return passDown(number);
        // It comes back where it is: whoever sends it has had it.
        m_messenger.receive(m_completions, m_place.parent, number, chars(piece(number)));
        send(m_place.parent, number);
    }
    void passDown(std::size_t number)
    {
        for (const int child : m_place.children)
            send(child, number);
        ++m_done;
    }

    void expect(std::size_t child, std::size_t number)
    {
        m_messenger.receive(m_completions, m_place.children[child], number,
                            chars(std::span(theirs(child, number), piece(number).size())));
    }
    void send(int rank, std::size_t number)
    {
        m_messenger.send(m_completions, rank, number, chars(piece(number)));
        ++m_sends;
    }
    static std::span<char> chars(std::span<Number> values)
    {
        return {reinterpret_cast<char*>(values.data()), values.size_bytes()};
    }

    Messenger& m_messenger;
    const TreePlace& m_place;
    const std::span<Number> m_values;
    const std::size_t m_pieceSize;      ///< elements
    std::vector<std::size_t> m_arrived; ///< pieces, by child
    std::unique_ptr<Number[]> m_theirs; ///< places of kAhead pieces, by child
    std::size_t m_added = 0;            ///< pieces
    std::size_t m_done = 0;             ///< pieces that hold what all have
    std::size_t m_sends = 0;            ///< under way
    Completions m_completions;
};

} // namespace

void sumAlongTree(Messenger& messenger, const TreePlace& place, std::span<float> values)
{
    TreeSum(messenger, place, values).run();
}

void sumAlongTree(Messenger& messenger, const TreePlace& place, std::span<double> values)
{
    TreeSum(messenger, place, values).run();
}

} // namespace lockstep
