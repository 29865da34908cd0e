"""Renders the chart as `helm template` does, and checks each manifest of Kubernetes' own kinds and of KEDA's against its schema.

Usage: python render_chart.py CHART VALUES_AS_JSON. Prints the manifests as one JSON list; ends with status 1 and the reason where something
is wrong.
Needs helm-python-sdk (Helm's own code), kubernetes-validate and the jsonschema that it uses. KEDA's schemas are in `schemas`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import yaml
from helm_python import Chart, HelmError

KUBERNETES = "1.34"
OPERATOR = "postgresql.cnpg.io/"
KEDA = json.loads((Path(__file__).parent / "schemas/keda-2.20.json").read_text("utf-8"))

# What KEDA 2.20 reads of a trigger of the type metrics-api (its schema takes any text): names that must be there, and others that may.
_TRIGGER = {"url", "valueLocation", "targetValue"}
_TRIGGER_MAY = {
    *("activationTargetValue", "aggregateFromKubeServiceEndpoints", "aggregationType", "authMode", "authModes", "format"),
    *("keyParamName", "method", "timeout", "unsafeSsl"),
}


def closed(schema: Any) -> Any:
    """A schema that takes no names but its own: Kubernetes drops others without a word, and with them what they were to say."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(one) for name, one in schema.items()}
    return (
        {"additionalProperties": False, **inner} if isinstance(inner.get("properties"), dict) and inner.get("type") == "object" else inner
    )


def check_keda(document: dict[str, Any]) -> None:
    """Check a manifest of KEDA. Raises ValidationError of jsonschema or kubernetes-validate."""
    kind = document["kind"]
    if kind not in KEDA:
        raise jsonschema.ValidationError(f"{kind} is no kind of KEDA's that the chart may use")
    jsonschema.validate(document, closed(KEDA[kind]))
    if kind != "ScaledJob":
        return
    job = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "job"}, "spec": document["spec"]["jobTargetRef"]}
    kubernetes_validate.validate(job, KUBERNETES, strict=True)
    for trigger in document["spec"]["triggers"]:
        names = set(trigger["metadata"])
        if trigger["type"] != "metrics-api" or not names >= _TRIGGER or names - _TRIGGER - _TRIGGER_MAY:
            raise jsonschema.ValidationError(f"KEDA reads no trigger like this: {trigger}")


def manifests_of(chart_folder: str, values: dict[str, Any]) -> list[dict[str, Any]]:
    """The manifests that the chart makes of these values, checked; that of PostgreSQL's operator is not checked against a schema."""
    with Chart.load(chart_folder) as chart:
        rendered = chart.render(values, name="lab", namespace="chemistry")
    documents = [one for name, text in rendered.items() if name.endswith(".yaml") for one in yaml.safe_load_all(text) if one]
    for document in documents:
        if document["apiVersion"].startswith("keda.sh/"):
            check_keda(document)
        elif not document["apiVersion"].startswith(OPERATOR):
            kubernetes_validate.validate(document, KUBERNETES, strict=True)
    return documents


if __name__ == "__main__":
    try:
        print(json.dumps(manifests_of(sys.argv[1], json.loads(sys.argv[2]))))
    except (HelmError, jsonschema.ValidationError) as error:
        sys.exit(str(error))
