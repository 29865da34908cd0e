#!/bin/sh
# Starts a worker for the server that CUVETTE_SERVER names; other options follow as arguments.
set -eu
: "${CUVETTE_SERVER:?Set CUVETTE_SERVER to the address of the server, as https://cuvette.example.org}"
: "${CUVETTE_WORKER_KEY:?Set CUVETTE_WORKER_KEY to a key that \"cuvette worker-key\" made on the server}"
exec node /opt/cuvette/packages/server/bin/cuvette.js worker --server "$CUVETTE_SERVER" "$@"
