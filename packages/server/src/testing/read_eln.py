"""Reads items.eln of a folder with ro-crate-py, validates it with rocrate-validator, and prints what both say as JSON.

Nothing is loaded from the network: the terms of RO-Crate are those that ro-crate-py brings along, which hold those of version 1.1.
"""

import json
import sys
import zipfile
from importlib import resources
from pathlib import Path

import requests
from rocrate.rocrate import ROCrate
from rocrate_validator import models, services
from rocrate_validator.utils.http import HttpRequester

terms = (resources.files("rocrate") / "data" / "ro-crate.jsonld").read_bytes()


def answered(_requester: HttpRequester, address: str, **_options: object) -> requests.Response:
    """The terms of RO-Crate in place of what is at `address`; for anything else 404."""
    response = requests.Response()
    response.status_code = 200 if address.startswith("https://w3id.org/ro/crate/") else 404
    response.headers["Content-Type"] = "application/ld+json"
    response._content = terms
    return response


HttpRequester.get = answered

folder = Path(sys.argv[1])
with zipfile.ZipFile(folder / "items.eln") as archive:
    archive.extractall(folder / "items")
(root,) = (folder / "items").iterdir()
crate = ROCrate(root)
result = services.validate(
    services.ValidationSettings(
        rocrate_uri=root,
        profile_identifier="ro-crate-1.1",
        requirement_severity=models.Severity.REQUIRED,
    )
)
datasets = [part for part in crate.root_dataset["hasPart"] if part.type == "Dataset"]
print(
    json.dumps(
        {
            "datasets": [dataset["identifier"] for dataset in datasets],
            "files": len([one for one in crate.get_entities() if one.type == "File"]),
            "issues": [f"{issue.check.identifier}: {issue.message}" for issue in result.get_issues()],
        }
    )
)
