#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run is looked into: a plot is zoomed and gets a note, the heat map leads to a rank and its log."""
import dataclasses
import json
import time
import unittest

from display import differing_pixels
from drive_case import DriveCase

A_WORD = 150  # pixels: a note of three words and its line are more, what is pointed at is gone by then
A_RING = 3  # pixels at the edge of what has the keyboard
A_BAR = 40  # pixels: the title above what is drawn, and the edge below it
A_LINE = 500  # pixels, at the moment that was clicked on, and what changes with the pointer


class DriveDashboard(DriveCase):
    def finished_run(self):
        here = {"id": "host-1", "name": "here", "connection": "local", "devices": ["cpu", "cpu"]}
        self.open("--language", "en", "--theme-name", "dark", self.new_document(
            "short", topology={"hosts": [here]}, model={"name": "mnist-cnn"}, data={"kind": "synthetic-digits"},
            training={"optimizer": "adam", "learning_rate": 0.001, "batch": 50, "epochs": 1}))
        self.press("F5")
        return self.ended_run("finished", 0)

    @staticmethod
    def inside(plot):
        """What it draws, without the line around that tells where the keyboard is."""
        return dataclasses.replace(plot, x=plot.x + A_RING, y=plot.y + A_BAR, width=plot.width - 2 * A_RING,
                                   height=plot.height - A_BAR - A_RING)

    def looks(self, plot, like, unlike=0):
        """Waits until it is as in the picture, but for a line; or until more than so many pixels differ."""
        now = self.work / "now.png"

        def has_come():
            self.display.picture(now, plot)
            differing = differing_pixels(like, now)
            return differing > unlike if unlike else differing < A_LINE
        self.wait_for(has_come, "the plot to have its view")

    def at_rest(self, plot, picture):
        """Takes the picture of what has looked so for a second: the last records of a run may come after its end."""
        self.display.picture(picture, plot)
        since = time.monotonic()

        def rests():
            nonlocal since
            now = self.work / "now.png"
            self.display.picture(now, plot)
            if differing_pixels(picture, now) > 0:
                now.replace(picture)
                since = time.monotonic()
            return time.monotonic() - since > 1
        self.wait_for(rests, "the plot to come to rest")

    def test_a_run_is_looked_into(self):
        run = self.finished_run()
        plot, whole = self.inside(self.where(widget="training-loss")), self.work / "whole.png"
        self.at_rest(plot, whole)
        self.display.xdotool("mousemove", *plot.at(0.4, 0.6), "click", "--repeat", 3, 4)
        self.display.xdotool("mousemove", *self.where(widget="runButton").middle)
        self.looks(plot, whole, unlike=3 * A_LINE)
        self.picture("drive-dashboard-zoomed")
        self.display.click(plot.at(0.4, 0.6))  # which gives it the keyboard, too
        self.press("Home")
        self.display.xdotool("mousemove", *self.where(widget="runButton").middle)
        self.looks(plot, whole)

        self.display.xdotool("mousemove", *plot.at(0.5, 0.6))
        self.click(text="Training loss")
        self.click(action="Note…")
        self.wait_for_window(title="Note")
        self.type("here it turns")
        self.press("Return")
        notes = run / "notes.json"
        self.wait_for(lambda: notes.exists() and "here it turns" in json.dumps(json.loads(notes.read_text())),
                      "the note to be kept")
        self.wait_for_window("mainWindow")
        self.display.xdotool("mousemove", *self.where(widget="runButton").middle)
        self.looks(plot, whole, unlike=A_WORD)
        self.picture("drive-dashboard-note")

        self.display.click(plot.at(0.4, 0.6))
        self.press("ctrl+Tab")
        self.where(widget="lanes")
        self.picture("drive-dashboard-lanes")
        self.tab_to("timeViews")
        self.press("Down")
        heat = self.where(widget="heatMap")
        self.display.click(heat.at(0.5, 0.6))
        self.where(text="Rank 1, step")
        self.where(text="of which")
        self.picture("drive-dashboard-heat")
        self.quit()


if __name__ == "__main__":
    unittest.main()
