# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds "Open as dataset" to the menu of folders and data files in GNOME Files (Nautilus)."""

import locale
import subprocess

from gi.repository import GObject, Nautilus

ENDINGS = (".json", ".jsonl", ".ndjson", ".parquet", ".arrow", ".csv", ".tsv", ".gz", ".zst", ".xz", ".bz2", ".zip")


def _title():
    language = locale.getlocale(locale.LC_MESSAGES)[0] or ""
    return "作为数据集打开" if language.startswith("zh") else "Open as dataset"


class DuologueMenu(GObject.GObject, Nautilus.MenuProvider):
    """One entry if all selected files are local, and folders or files that may hold records."""

    def get_file_items(self, *arguments):
        # Nautilus 42 and earlier give the window first.
        files = arguments[-1]
        paths = [file.get_location().get_path() for file in files]
        readable = all(
            path and (file.is_directory() or file.get_name().lower().endswith(ENDINGS))
            for path, file in zip(paths, files)
        )
        if not paths or not readable:
            return []
        item = Nautilus.MenuItem(name="Duologue::open", label=_title(), icon="io.github.duologue.Duologue")
        item.connect("activate", lambda _: subprocess.Popen(["duologue", *paths]))
        return [item]
