"""Downloads trajectories with the Python client and reads them with chemfiles; prints what was read as one JSON document.

Arguments: the workflow's uuid, a directory to write to, the replicates. Address and key are in ROWAN_API_URL and ROWAN_API_KEY.
"""

import json
import sys
import tarfile
from pathlib import Path

import chemfiles
import rowan

uuid, folder, *replicates = sys.argv[1:]
rowan.retrieve_workflow(uuid).download_dcd_files([int(one) for one in replicates], name="downloaded", path=Path(folder))
chemfiles.set_warnings_callback(lambda message: sys.exit(f"chemfiles warns: {message}"))
seen = {}
with tarfile.open(Path(folder) / "downloaded.tar.gz") as archive:
    names = archive.getnames()
    for name in names:
        (Path(folder) / Path(name).name).write_bytes(archive.extractfile(name).read())
for name in names:
    frames = list(chemfiles.Trajectory(str(Path(folder) / name), "r", "DCD"))
    seen[name] = {
        "frames": len(frames),
        "positions": [frame.positions.tolist() for frame in frames],
        "lengths": list(frames[0].cell.lengths) if frames else [],
        "angles": list(frames[0].cell.angles) if frames else [],
    }
json.dump(seen, sys.stdout)
