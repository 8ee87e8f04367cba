#!/bin/bash
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: Apache-2.0
#
# measure_wire.sh BENCHMARK HOSTS RANKS [MBPS:BYTES...]: runs wire_benchmark over links that are as slow as asked.
# Each host is a network namespace at a switch (a bridge in a namespace of its own); both ends of its cable are
# limited by a token bucket. Needs root and leaves nothing behind.
set -eu

benchmark=$1
hosts=$2
ranks=$3
shift 3
cases=("$@")
[ ${#cases[@]} -gt 0 ] || cases=(10:1048576 100:8388608 1000:67108864)

name=wire-$$
spaces=()
cleanUp() {
    for space in "$name-switch" ${spaces[@]+"${spaces[@]}"}; do
        ip netns delete "$space" 2> /dev/null || true
    done
}
trap cleanUp EXIT

ip netns add "$name-switch"
ip -n "$name-switch" link add bridge type bridge
ip -n "$name-switch" link set bridge up
for ((host = 1; host <= hosts; host++)); do
    space=$name-$host
    ip netns add "$space"
    spaces+=("$space")
    # As Linux hosts have it unless they are told otherwise.
    ip netns exec "$space" sysctl -q -w net.ipv4.tcp_congestion_control=cubic
    ip -n "$space" link add eth0 type veth peer name "port$host" netns "$name-switch"
    ip -n "$name-switch" link set "port$host" master bridge up
    ip -n "$space" address add "10.77.0.$host/24" dev eth0
    ip -n "$space" link set lo up
    ip -n "$space" link set eth0 up
done

# A queue of 50 ms, as switches have; a bucket of 4 ms, and of a few segments at least.
limit() {
    local burst=$(($3 * 500 > 6000 ? $3 * 500 : 6000))
    ip netns exec "$1" tc qdisc replace dev "$2" root tbf rate "$3mbit" burst "$burst" latency 50ms
}
for entry in "${cases[@]}"; do
    mbps=${entry%%:*}
    for ((host = 1; host <= hosts; host++)); do
        limit "$name-$host" eth0 "$mbps"
        limit "$name-switch" "port$host" "$mbps"
    done
    "$benchmark" "$ranks" "${entry##*:}" "$mbps" "${spaces[@]}"
done
