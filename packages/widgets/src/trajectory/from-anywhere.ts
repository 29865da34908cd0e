/** Kinds of workers that the page's policy has refused; its policy does not change while it stands. */
const refused = new Set<'blob' | 'data' | 'own'>();

/** Remembers what the policy says to workers. Only trying tells: no page can read its own Content-Security-Policy. */
function listen() {
  globalThis.document?.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, disposition }) => {
      if (effectiveDirective !== 'worker-src' || disposition !== 'enforce') return;
      refused.add(/^blob\b/.test(blockedURI) ? 'blob' : /^data\b/.test(blockedURI) ? 'data' : 'own');
    },
  );
}
listen();

/**
 * Workers whose script may come from another origin than the page, as an embedded widget's does: browsers refuse that address, and take a script of the
 * page's own that imports it. Where the page's policy has refused one, making another throws at once, so that no page hears of it again and again.
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
      // A page without origin may not start a module from a blob (Chromium 156), but from an address that holds it.
      const kind = own ? 'own' : globalThis.origin === 'null' ? 'data' : 'blob';
      if (refused.has(kind)) throw new Error("The page's Content-Security-Policy allows no such worker.");
      const text = `import ${JSON.stringify(address.href)};`;
      const blob = kind === 'blob' ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : null;
      super(own ? address : (blob ?? `data:text/javascript,${encodeURIComponent(text)}`), options);
      this.#blob = blob;
    }

    override terminate() {
      if (this.#blob) URL.revokeObjectURL(this.#blob);
      super.terminate();
    }
  };
}
