"""Runs the example of docs/CI.md as a code host's runner would, without a GPU.

usage: ci_document_test.py WARPLENS DOCUMENT

A code block whose first line names a file is that file. The workflow's steps are run by bash, in
their order, but for those that install Warplens or hand files to the host.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

NOT_RUN = {"Install Warplens"}


def files_of(document):
    blocks = re.findall(r"^```\w+ (\S+/\S+)\n(.*?)^```$", document, re.M | re.S)
    return dict(blocks)


def steps_of(workflow):
    """(name, script) of each step with a script."""
    steps = re.split(r"^ {6}- ", workflow, flags=re.M)[1:]
    found = []
    for step in steps:
        name = re.match(r"name: (.*)", step)
        script = re.search(r"^ {8}run: \|\n((?: {10}.*\n?)+)", step, re.M)
        if script:
            lines = [line[10:] for line in script.group(1).splitlines()]
            found.append((name.group(1), "\n".join(lines)))
    return found


def bash(script, folder, path):
    environment = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}", CUDA_VISIBLE_DEVICES="")
    return subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder, env=environment,
                          capture_output=True, text=True, check=False)


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words], cwd=folder,
                   check=True, capture_output=True)


def repository(folder, files):
    """With the same files on origin/main."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "kernels")
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")


def results(folder):
    return json.loads((folder / "report.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]


def check_example(folder, files, path):
    [workflow] = [text for name, text in files.items() if name.endswith(".yml")]
    repository(folder, files)
    steps = [step for step in steps_of(workflow) if step[0] not in NOT_RUN]
    assert len(steps) >= 2, steps
    for name, script in steps:
        done = bash(script, folder, path)
        assert done.returncode == 0, (name, done.stdout, done.stderr)
    suites = xml.etree.ElementTree.parse(folder / "report.xml").getroot()
    assert suites.get("tests") == "1" and suites.get("failures") == "0", suites.attrib
    assert results(folder) == []
    return steps


def check_without_padding(folder, steps, path):
    """What the page says of the kernel without its padding."""
    broken = bash(steps[0][1] + " -D PAD=0", folder, path)
    assert broken.returncode == 1, (broken.stdout, broken.stderr)
    assert "line:11.n_way is 32, to be at most 1" in broken.stdout, broken.stdout
    places = [result["locations"][0]["physicalLocation"] for result in results(folder)]
    at = [(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places]
    assert ("kernels/turn.cu", 11) in at, at
    source = folder / "kernels/turn.cu"
    source.write_text(source.read_text(encoding="utf-8").replace("PAD 1", "PAD 0"), encoding="utf-8")
    worse = bash(steps[1][1].splitlines()[-1], folder, path)
    assert worse.returncode == 1 and "worse" in worse.stdout, (worse.stdout, worse.stderr)


def main(program, document):
    doctor = json.loads(subprocess.run([program, "doctor", "--json"], capture_output=True, text=True,
                                       check=False).stdout)
    if not doctor["nvcc"]["found"] and not doctor["nvrtc"]["found"]:
        print("skipped: neither nvcc nor NVRTC here")
        return
    files = files_of(pathlib.Path(document).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        path = os.path.dirname(os.path.abspath(program))
        steps = check_example(folder, files, path)
        check_without_padding(folder, steps, path)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
