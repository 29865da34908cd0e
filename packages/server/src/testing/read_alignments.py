"""Downloads the alignments of an item with the Python client and reads the archives it saved; prints them as one JSON document.

Arguments: a directory to write to, the workflow's uuid, the formats. Address and key are in ROWAN_API_URL and ROWAN_API_KEY.
"""

import json
import sys
import zipfile
from pathlib import Path

import httpx
import rowan
import stjames

folder, uuid, *formats = sys.argv[1:]
workflow = rowan.retrieve_workflow(uuid)
seen: dict[str, object] = {}
for name in formats:
    place = Path(folder) / name
    try:
        workflow.download_msa_files(stjames.MSAFormat(name), path=place)
    except httpx.HTTPStatusError as error:
        seen[name] = {"refused": error.response.status_code, **error.response.json()}
        continue
    # The client saves the answer as tar.gz, but the call answers a zip.
    (saved,) = place.iterdir()
    with zipfile.ZipFile(saved) as archive:
        entries = {one: archive.read(one).decode() for one in archive.namelist()}
    seen[name] = {"saved": saved.name, "entries": entries}
json.dump(seen, sys.stdout)
