# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""tensorboard_peer.py FOLDER: how long TensorBoard's own reader takes for the scalars there, all of them kept."""
import sys
import time

from tensorboard.backend.event_processing import plugin_event_multiplexer

ALL = 0
began, computed = time.perf_counter(), time.process_time()
events = plugin_event_multiplexer.EventMultiplexer(tensor_size_guidance={"scalars": ALL})
events.AddRunsFromDirectory(sys.argv[1])
events.Reload()
points = sum(len(events.Tensors(run, tag)) for run in events.Runs()
             for tag in events.GetAccumulator(run).PluginTagToContent("scalars"))
seconds, computed = time.perf_counter() - began, time.process_time() - computed
print(f"  TensorBoard: {points} points in {seconds:.2f} s ({points / seconds / 1e6:.3f} M points/s), "
      f"{computed:.2f} s of a core")
