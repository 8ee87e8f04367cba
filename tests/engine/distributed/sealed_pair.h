// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/distributed/record_cipher.h"

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockstep::test {

/// Of the two ends of a link, as their handshake derives them.
std::array<LinkKeys, 2> sealedKeys();

/// A network between two ranks that somebody controls: passes the records of rank 0 to rank 1 one by one to
/// `meddle`, which says what arrives instead; those of rank 1 pass as they are. A thread for each direction.
class MeddlingNetwork {
public:
    /// The record as it was sent, and its number; empty: nothing arrives. What it keeps back comes by later
    /// calls.
    using Meddle = std::function<std::string(const std::string& record, std::size_t number)>;

    /// `pause`: before each quarter of what arrives.
    explicit MeddlingNetwork(Meddle meddle, std::chrono::milliseconds pause = {});
    ~MeddlingNetwork();
    MeddlingNetwork(const MeddlingNetwork&) = delete;
    MeddlingNetwork& operator=(const MeddlingNetwork&) = delete;

    /// Of rank 0 and of rank 1: all links of that rank, to be taken once.
    std::vector<MeshLink> links(int rank);
    /// All that rank 0 has sent so far. Once both ranks are gone.
    const std::string& overheard();

private:
    void passRecords();
    void passBytes();
    void join();

    bool deliver(const std::string& bytes);

    Meddle m_meddle;
    const std::chrono::milliseconds m_pause;
    std::array<Descriptor, 2> m_ends; ///< of the ranks
    std::array<Descriptor, 2> m_network;
    std::string m_overheard;
    std::array<std::thread, 2> m_threads;
};

} // namespace lockstep::test
