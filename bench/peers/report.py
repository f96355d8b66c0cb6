#!/usr/bin/env python3
# ===- report.py - tables and plots of what the peers measured --------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""report.py RESULTS.jsonl [PAGE]: prints tables, puts them between the markers
of PAGE and draws the plots beside it.
report.py --machine COMPILER NOTE: prints the line that describes a run."""

import collections
import datetime
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

WORKLOADS = {
    "W1": "shrink(a * b)",
    "W2": "a * sigmoid(a)",
    "W3": "gelu(a)",
    "W4": "tanh(a * b + c) * d",
    "W5": "eight operators",
    "W6": "FLOAT16 shrink(a * b)",
    "W6b": "INT8 a * b",
    "W6i": "INT32 a / b",
    "W7": "relu(x * scale + bias)",
}
OURS = ["fusedml", "fusedml-v3", "fusedml-fast"]
PEERS = ["onnxruntime", "halide-aot", "eigen", "onednn", "highway", "xsimd",
         "torch", "torchjit", "numba", "numexpr", "numpy"]
LOOPS = ["clang-o3", "clang-v256", "clang-mvec", "clang-poly", "clang-poly256",
         "clang-rat", "sleef", "libmvec"]
FUNCTIONS = ["Tanh", "Exp", "Erf", "Sigmoid", "Log", "Sin", "Swish", "Gelu"]
BEGIN, END = "<!-- begin: made by ./dev bench --peers -->", "<!-- end -->"


def machine_line(compiler, note):
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                if line.startswith("model name")), "?")
    version, target = (subprocess.run(
        command, capture_output=True, text=True).stdout.strip() for command in (
            [compiler, "-dumpversion"],
            ["sh", "-c", f"{compiler} -march=native -### -x c++ - "
             "</dev/null 2>&1 | grep -o '\"-target-cpu\" \"[^\"]*' | "
             "sed 's/.*\"//'"]))
    settings = {name: value for name, value in sorted(os.environ.items())
                if name.startswith("PEERS_") and name in (
                    "PEERS_WL", "PEERS_SIZES", "PEERS_BUDGET_MS",
                    "PEERS_REPEAT", "PEERS_THP")}
    return {"meta": True, "cpu": cpu, "target": target,
            "cores": os.cpu_count(), "clang": version,
            "date": datetime.date.today().isoformat(), "note": note,
            "settings": settings}


class Cell:
    """All rounds of one peer at one workload, size and number of threads."""

    def __init__(self, rows):
        self.rows = rows
        self.peer, self.workload = rows[0]["peer"], rows[0]["wl"]
        self.count, self.threads = rows[0]["n"], rows[0]["threads"]

    def median(self, field):
        return statistics.median(row[field] for row in self.rows)

    def spread(self, field):
        values = [row[field] for row in self.rows]
        return min(values), max(values)

    def per_element(self, field):
        return self.median(field) / self.count


class Results:
    def __init__(self, path):
        rows = [json.loads(line) for line in open(path)
                if line.startswith("{")]
        groups = collections.defaultdict(list)
        for row in rows:
            if "of_limit_med" in row:
                groups[row["peer"], row["wl"], row["shape"],
                       row["threads"]].append(row)
        self.cells = {key: Cell(group) for key, group in groups.items()}
        self.rows = rows
        self.meta = [row for row in rows if "meta" in row]
        order = {name: i for i, name in enumerate(WORKLOADS)}
        self.keys = sorted(
            {key[1:] for key in self.cells},
            key=lambda key: (order[key[0]], self.size(key), key[1], key[2]))

    @staticmethod
    def size(key):
        images, channels, plane = map(int, key[1].split("x"))
        return images * channels * plane

    def get(self, peer, key):
        return self.cells.get((peer,) + key)

    def best(self, key, names=None):
        """Those of other peers, the fastest against its own limit first."""
        found = [self.get(peer, key) for peer in names or PEERS]
        return sorted((cell for cell in found if cell),
                      key=lambda cell: -cell.median("of_limit_med"))


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def count_text(key):
    if key[0] == "W7":
        return key[1].replace("x", " x ")
    count = Results.size(key)
    for unit, name in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return str(count)


def ratio(cell, field):
    low, high = cell.spread(field)
    text = f"{cell.median(field):.2f}"
    return text if len(cell.rows) == 1 else f"{text} ({low:.2f}–{high:.2f})"


def ours_table(results, peer):
    rows = []
    for key in results.keys:
        ours = results.get(peer, key)
        if not ours:
            continue
        best = results.best(key)
        other = (f"{best[0].peer} {best[0].median('of_limit_med'):.2f}"
                 if best else "–")
        rows.append([
            key[0], count_text(key), str(key[2]),
            f"{ours.per_element('limit_ns_med'):.3f}",
            f"{ours.per_element('strict_ns_med'):.3f}",
            f"{ours.per_element('ns_med'):.3f}", ratio(ours, "of_limit_med"),
            ratio(ours, "of_strict_med"), other])
    return rows and table(
        ["workload", "elements", "threads", "limit ns/el", "strict limit ns/el",
         "FuseDML ns/el", "of limit", "of strict limit", "best peer, of limit"],
        rows)


def levels_table(results):
    rows = []
    for key in results.keys:
        both = [results.get(peer, key) for peer in OURS[:2]]
        if not all(both):
            continue
        v4, v3 = (cell.per_element("ns_med") for cell in both)
        rows.append([key[0], count_text(key), str(key[2]), f"{v4:.3f}",
                     f"{v3:.3f}", f"{v3 / v4:.2f}"])
    return rows and table(["workload", "elements", "threads", "this machine",
                           "x86-64-v3", "v3 / this machine"], rows)


def matrix(results, names, threads):
    """One row a peer, for the workloads that have one dimension."""
    parts = []
    shapes = sorted({key[1] for key in results.keys if key[0] != "W7"},
                    key=lambda shape: int(shape.split("x")[2]))
    for shape in shapes:
        keys = [key for key in results.keys
                if key[1] == shape and key[2] == threads]
        rows = []
        for name in names:
            cells = [results.get(name, key) for key in keys]
            if any(cells):
                rows.append([name] + [
                    f"{cell.median('of_limit_med'):.2f} "
                    f"({cell.per_element('ns_med'):.3f})" if cell else "–"
                    for cell in cells])
        if rows:
            parts += [f"{count_text(keys[0])} elements, {threads} thread"
                      f"{'s' if threads > 1 else ''}:",
                      table(["peer"] + [key[0] for key in keys], rows)]
    return "\n\n".join(parts)


def broadcast_table(results, names):
    keys = [key for key in results.keys if key[0] == "W7"]
    rows = []
    for name in names:
        cells = [results.get(name, key) for key in keys]
        if any(cells):
            rows.append([name] + [
                f"{cell.median('of_limit_med'):.2f} "
                f"({cell.median('gbs'):.0f} GB/s)" if cell else "–"
                for cell in cells])
    return rows and table(
        ["peer"] + [f"{count_text(key)}, {key[2]} t" for key in keys], rows)


def hand_table(results):
    groups, names = collections.defaultdict(list), []
    for row in results.rows:
        if "hand" in row:
            groups[row["wl"], row["n"], row["threads"], row["hand"]].append(row)
            if row["hand"] not in names:
                names.append(row["hand"])
    keys = sorted({key[:3] for key in groups})
    rows = []
    for key in keys:
        found = [groups.get(key + (name,)) for name in names]
        rows.append([key[0], str(key[1]), str(key[2])] + [
            f"{statistics.median(r['ns_med'] for r in group) / key[1]:.3f}"
            if group else "–" for group in found])
    return rows and table(["workload", "elements", "threads"] + names, rows)


def single_rows(results, workload, fields):
    """Rows of W8 or W9: medians over the rounds."""
    groups = collections.defaultdict(list)
    for row in results.rows:
        if row.get("wl") == workload and "ns" in row:
            groups[row["peer"], row.get("graph")].append(row)
    found = [(peer, graph, {field: statistics.median(
        row[field] for row in group) for field in fields}, group[0]["note"])
        for (peer, graph), group in groups.items()]
    return sorted(found, key=lambda entry: entry[2]["ns_med"])


def dispatch_table(results):
    return table(["peer", "ns a call", "what is called"], [
        [peer, f"{values['ns_med']:.0f}", note]
        for peer, _, values, note in single_rows(results, "W8", ["ns_med"])])


def compile_table(results):
    rows = single_rows(results, "W9", ["first_ns", "ns", "ns_med"])
    return table(["peer", "graph", "first ms", "best ms", "median ms", "what"], [
        [peer, graph] + [f"{values[field] / 1e6:.2f}"
                         for field in ("first_ns", "ns", "ns_med")] + [note]
        for peer, graph, values, note in rows])


def accuracy_table(results):
    errors = collections.defaultdict(dict)
    for row in results.rows:
        if "accuracy" in row:
            errors[row["peer"]][row["accuracy"]] = row

    def text(row):
        if not row:
            return "–"
        if row["max_ulp"] is None:
            return "NaN"
        if row["max_ulp"] > 1e4:
            return f"> 10000 at {row['at']:.6g}"
        return f"{row['max_ulp']:.2f}"

    return table(["peer"] + FUNCTIONS, [
        [peer] + [text(found.get(name)) for name in FUNCTIONS]
        for peer, found in errors.items()])


def environment(results):
    lines = []
    for meta in results.meta:
        settings = " ".join(f"{name}={value}"
                            for name, value in meta["settings"].items())
        command = f"{settings} ./dev bench --peers".strip()
        lines.append(
            f"{meta['date']}, {meta['cpu']} ({meta['target']}), "
            f"{meta['cores']} cores, clang {meta['clang']}; {meta['note']}:\n\n"
            f"```sh\n{command}\n```")
    return "\n\n".join(lines)


def sections(results):
    """Title and text of each table that has rows."""
    return [(title, text) for title, text in (
        ("How it was run", environment(results)),
        ("FuseDML", ours_table(results, "fusedml")),
        ("Code for x86-64-v3", levels_table(results)),
        ("Every peer, one thread", matrix(results, OURS + PEERS, 1)),
        ("Every peer, two threads", matrix(results, OURS + PEERS, 2)),
        ("Broadcast operands", broadcast_table(results, OURS + PEERS + LOOPS)),
        ("What clang makes of plain loops", matrix(results, LOOPS, 1)),
        ("One call on 16 elements", dispatch_table(results)),
        ("From a graph to its first result", compile_table(results)),
        ("Errors", accuracy_table(results)),
    ) if text]


# ===------------------------------------------------------------------------===#
# Plots
# ===------------------------------------------------------------------------===#

WIDTH, HEIGHT, COLUMNS = 300, 220, 3
LEFT, RIGHT, TOP, BOTTOM = 46, 16, 26, 30
STYLES = [("limit", "#888888", "6 3"), ("strict limit", "#222222", "2 2"),
          ("FuseDML", "#c02020", "")]
PEER_COLOURS = ["#1f6fb4", "#2f8f4f", "#b07aa1", "#d98f1f", "#5fb3b3", "#7f6f3f"]


def curves(results, workload, threads, shown):
    """Points (size, ns an element) of each line of one plot."""
    lines = collections.defaultdict(list)
    for key in results.keys:
        ours = results.get("fusedml", key)
        if key[0] != workload or key[2] != threads or not ours:
            continue
        size = Results.size(key)
        lines["limit"].append((size, ours.per_element("limit_ns_med")))
        lines["strict limit"].append((size, ours.per_element("strict_ns_med")))
        lines["FuseDML"].append((size, ours.per_element("ns_med")))
        for peer in shown:
            if cell := results.get(peer, key):
                lines[peer].append((size, cell.per_element("ns_med")))
    return lines


def best_peers(results, workload, threads):
    """The two peers that are fastest over the sizes of a workload. Those ten
    times slower than the limit would only stretch the axis."""
    scores = collections.defaultdict(list)
    for key in results.keys:
        if key[0] == workload and key[2] == threads:
            for cell in results.best(key):
                scores[cell.peer].append(cell.median("of_limit_med"))
    mean = {peer: statistics.mean(found) for peer, found in scores.items()}
    near = [peer for peer in mean if mean[peer] >= 0.1]
    return sorted(near, key=mean.get, reverse=True)[:2]


def axis(values):
    """Logarithm to the base 2 of the bounds of an axis."""
    low = math.floor(math.log2(min(values)) * 2) / 2
    high = math.ceil(math.log2(max(values)) * 2) / 2
    return low, max(high, low + 1)


def plot(lines, colours, title, x0, y0):
    sizes = [size for points in lines.values() for size, _ in points]
    times = [time for points in lines.values() for _, time in points]
    (xlow, xhigh), (ylow, yhigh) = axis(sizes), axis(times)

    def place(size, time):
        x = (math.log2(size) - xlow) / (xhigh - xlow)
        y = (math.log2(time) - ylow) / (yhigh - ylow)
        return (x0 + LEFT + x * (WIDTH - LEFT - RIGHT),
                y0 + HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM))

    parts = [f'<text x="{x0 + LEFT}" y="{y0 + 16}" font-weight="bold">'
             f'{title}</text>',
             f'<rect x="{x0 + LEFT}" y="{y0 + TOP}" '
             f'width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}" '
             'fill="none" stroke="#bbbbbb"/>']
    for size in sorted(set(sizes)):
        x, _ = place(size, 2 ** ylow)
        parts.append(f'<text x="{x:.1f}" y="{y0 + HEIGHT - 14}" '
                     'text-anchor="middle">'
                     f'{count_text(("", f"1x1x{size}", 1))}</text>')
    steps = 4
    for step in range(steps + 1):
        time = 2 ** (ylow + (yhigh - ylow) * step / steps)
        _, y = place(2 ** xlow, time)
        parts.append(f'<text x="{x0 + LEFT - 4}" y="{y + 3:.1f}" '
                     f'text-anchor="end">{time:.3g}</text>'
                     f'<line x1="{x0 + LEFT}" x2="{x0 + WIDTH - RIGHT}" '
                     f'y1="{y:.1f}" y2="{y:.1f}" stroke="#eeeeee"/>')
    for name, points in lines.items():
        colour, dashes = colours[name]
        path = " ".join("{:.1f},{:.1f}".format(*place(*point))
                        for point in sorted(points))
        width = 2.5 if name == "FuseDML" else 1.5
        parts.append(f'<polyline points="{path}" fill="none" '
                     f'stroke="{colour}" stroke-width="{width}" '
                     f'stroke-dasharray="{dashes}"/>')
        for point in points:
            x, y = place(*point)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" '
                         f'fill="{colour}"/>')
    return parts


def legend(colours, y):
    parts, x = [], 20
    for name, (colour, dashes) in colours.items():
        parts.append(f'<line x1="{x}" x2="{x + 24}" y1="{y - 4}" y2="{y - 4}" '
                     f'stroke="{colour}" stroke-width="2" '
                     f'stroke-dasharray="{dashes}"/>'
                     f'<text x="{x + 29}" y="{y}">{name}</text>')
        x += 45 + 7 * len(name)
    return parts


def draw(results, threads, path):
    names = [name for name in WORKLOADS if name != "W7" and
             curves(results, name, threads, [])]
    if not names:
        return False
    shown = {name: best_peers(results, name, threads) for name in names}
    colours = {name: (colour, dashes) for name, colour, dashes in STYLES}
    used = sorted({peer for peers in shown.values() for peer in peers})
    for i, peer in enumerate(used):
        colours[peer] = (PEER_COLOURS[i % len(PEER_COLOURS)], "")
    body = []
    for i, name in enumerate(names):
        body += plot(curves(results, name, threads, shown[name]), colours,
                     f"{name}: {WORKLOADS[name]}", i % COLUMNS * WIDTH,
                     i // COLUMNS * HEIGHT)
    height = -(-len(names) // COLUMNS) * HEIGHT
    body += legend(colours, height + 18)
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{COLUMNS * WIDTH}" '
        f'height="{height + 30}" font-family="sans-serif" font-size="10">\n'
        '<rect width="100%" height="100%" fill="white"/>\n' +
        "\n".join(body) + "\n</svg>\n")
    return True


def write_page(path, results, text):
    page = path.read_text()
    if BEGIN not in page or END not in page:
        sys.exit(f"{path}: the markers '{BEGIN}' and '{END}' are missing")
    plots = []
    for threads in (1, 2):
        name = f"performance-{threads}.svg"
        if draw(results, threads, path.parent / name):
            plots.append(f"Nanoseconds an element over elements, {threads} "
                         f"thread{'s' if threads > 1 else ''}:\n\n"
                         f"![{threads} thread{'s' if threads > 1 else ''}]"
                         f"({name})\n")
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    path.write_text(before + BEGIN + "\n\n" + "\n".join(plots) + "\n" + text +
                    "\n\n" + END + after)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--machine":
        print(json.dumps(machine_line(*sys.argv[2:])))
        return
    results = Results(sys.argv[1])
    parts = sections(results)
    print("\n\n".join(f"## {title}\n\n{text}" for title, text in parts))
    if hand := hand_table(results):
        print(f"\n## Hand-written kernels, ns an element\n\n{hand}")
    unsupported = sorted({f"{row['peer']} {row['wl']}" for row in results.rows
                          if row.get("unsupported") and row["peer"] in PEERS})
    if unsupported:
        print("\nnot supported or not expressed: " + ", ".join(unsupported))
    if len(sys.argv) > 2 and sys.argv[2]:
        write_page(pathlib.Path(sys.argv[2]), results, "\n\n".join(
            f"### {title}\n\n{text}" for title, text in parts))


main()
