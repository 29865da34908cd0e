"""Renders the chart as `helm template` does, and checks each manifest of Kubernetes' own kinds against its schema.

Usage: python render_chart.py CHART VALUES_AS_JSON. Prints the manifests as one JSON list; ends with status 1 and the reason where something is wrong.
Needs helm-python-sdk (Helm's own code) and kubernetes-validate.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import kubernetes_validate
import yaml
from helm_python import Chart, HelmError

KUBERNETES = "1.34"
OTHERS = ("keda.sh/", "postgresql.cnpg.io/")


def manifests_of(chart_folder: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """The manifests that the chart makes of these values, checked; those of operators are not checked against a schema."""
    with Chart.load(chart_folder) as chart:
        rendered = chart.render(values, name="lab", namespace="chemistry")
    documents = [one for name, text in rendered.items() if name.endswith(".yaml") for one in yaml.safe_load_all(text) if one]
    for document in documents:
        if not document["apiVersion"].startswith(OTHERS):
            kubernetes_validate.validate(document, KUBERNETES, strict=True)
    return documents


if __name__ == "__main__":
    try:
        print(json.dumps(manifests_of(sys.argv[1], json.loads(sys.argv[2]))))
    except (HelmError, kubernetes_validate.ValidationError) as error:
        sys.exit(str(error))
