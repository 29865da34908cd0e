// Whether the server in this container accepts requests: for the container's health check.
const { ok } = await fetch(`http://127.0.0.1:${process.env.CUVETTE_PORT ?? 4280}/readyz`).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
