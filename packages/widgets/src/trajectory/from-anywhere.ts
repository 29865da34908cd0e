/**
 * Workers whose script may come from another origin than the page, as an embedded widget's does: browsers refuse that address, and take a script of the
 * page's own that imports it.
 */
export function fromAnywhere(
  Base: typeof globalThis.Worker,
): new (
  address: URL,
  options: WorkerOptions,
) => globalThis.Worker {
  return class extends Base {
    readonly #blob: string | null;

    constructor(address: URL, options: WorkerOptions) {
      // The origin, not the address: a sandboxed page has none, and no script is its own.
      const own = address.origin === globalThis.origin || address.protocol === 'data:';
      const text = `import ${JSON.stringify(address.href)};`;
      const blob =
        own || globalThis.origin === 'null' ? null : URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      // A page without origin may not start a module from a blob (Chromium 156), but from an address that holds it.
      super(own ? address : (blob ?? `data:text/javascript,${encodeURIComponent(text)}`), options);
      this.#blob = blob;
    }

    override terminate() {
      if (this.#blob) URL.revokeObjectURL(this.#blob);
      super.terminate();
    }
  };
}
