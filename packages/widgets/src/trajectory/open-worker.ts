/**
 * Workers whose script may come from another origin than the page, as an embedded widget's does: browsers refuse that address, and take a script of the
 * page's own that imports it.
 */
function fromAnywhere(Base: typeof globalThis.Worker) {
  return class extends Base {
    readonly #blob: string | null;

    constructor(address: URL, options: WorkerOptions) {
      // The origin, not the address: a sandboxed page has none, and no script is its own.
      const own = address.origin === globalThis.origin || address.protocol === 'data:';
      const text = `import ${JSON.stringify(address.href)};`;
      const blob = own ? null : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      super(blob ?? address, options);
      this.#blob = blob;
    }

    override terminate() {
      if (this.#blob) URL.revokeObjectURL(this.#blob);
      super.terminate();
    }
  };
}

/** Starts the worker that reads streams of frames. Throws where the page may not have workers. */
export function openStreamWorker(): globalThis.Worker {
  // Bundlers find the script by exactly this expression, `new Worker(new URL(…))`; hence the name.
  const Worker = fromAnywhere(globalThis.Worker);
  return new Worker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
}
