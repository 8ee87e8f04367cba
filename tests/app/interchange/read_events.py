# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""read_events.py FOLDER: what TensorBoard's own reader finds there, a line for each number:
run, tag, step, wall time, value, with tabs between them."""
import sys

from tensorboard.backend.event_processing import plugin_event_multiplexer
from tensorboard.util import tensor_util

ALL = 0
events = plugin_event_multiplexer.EventMultiplexer(tensor_size_guidance={"scalars": ALL})
events.AddRunsFromDirectory(sys.argv[1])
events.Reload()
for run in sorted(events.Runs()):
    tags = events.GetAccumulator(run).PluginTagToContent("scalars") if "scalars" in events.ActivePlugins() else {}
    for tag in sorted(tags):
        for event in events.Tensors(run, tag):
            value = float(tensor_util.make_ndarray(event.tensor_proto))
            print(run, tag, event.step, repr(event.wall_time), repr(value), sep="\t")
