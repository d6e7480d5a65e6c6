"""Check that the page in src/sarrus/views/page is what web/ builds, byte by byte, and that its types hold.

Usage: python tools/check_web.py [ROOT]

Without Node it says so and passes, as nothing but a change in web/ needs it; in CI (environment variable CI) it fails.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FILES = ("page.js", "page.css", "LICENSES.txt")
BUILT = Path("src/sarrus/views/page")


def differences(committed: Path, built: Path) -> list[str]:
    """One line of text per file that is missing or differs."""
    findings = []
    for name in FILES:
        shown = (BUILT / name).as_posix()
        if not (committed / name).is_file():
            findings.append(f"{shown}: the file is missing; run 'make web' and commit what it writes.")
        elif (committed / name).read_bytes() != (built / name).read_bytes():
            findings.append(f"{shown}: not what web/ builds; run 'make web' and commit what it writes.")
    return findings


def check(root: Path) -> list[str]:
    """Build into a temporary folder and compare; one line of text per finding."""
    web = root / "web"
    if not _is_installed(web):
        failure = _run(["npm", "ci"], web)
        if failure:
            return [f"web: 'npm ci' failed; the packages of web/package-lock.json are needed.\n{failure}"]
    failure = _run(["npm", "run", "--silent", "types"], web)
    if failure:
        return [f"web: the types do not hold.\n{failure}"]
    with tempfile.TemporaryDirectory() as folder:
        failure = _run(["node", "build.mjs", folder], web)
        if failure:
            return [f"web: the page cannot be built.\n{failure}"]
        return differences(root / BUILT, Path(folder))


def _is_installed(web: Path) -> bool:
    """Whether node_modules is not older than the list of packages."""
    stamp = web / "node_modules" / ".package-lock.json"
    return stamp.is_file() and stamp.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _run(command: list[str], folder: Path) -> str:
    """What a command printed if it failed, nothing if it did not."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip() or f"exit status {done.returncode}" if done.returncode else ""


def main(argv: list[str]) -> int:
    """Print what was found; 1 when there is something."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        needed = f"{' and '.join(missing)} not found; Node 18 or newer is needed to build web/."
        print(f"check_web: {needed}" if os.environ.get("CI") else f"check_web: skipped, {needed}")
        return 1 if os.environ.get("CI") else 0
    findings = check(Path(argv[0]) if argv else Path(__file__).resolve().parents[1])
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
