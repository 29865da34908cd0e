/** Kinds of workers that the page's policy has refused; its policy does not change while it is open. */
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

/** What a browser with Trusted Types offers; the types that TypeScript brings along do not know it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

let trusted: ((address: string) => string) | null = null;

/** An address that pages with `require-trusted-types-for 'script'` take for a worker, too. Throws where they do not allow the policy `cuvette`. */
function trustedAddress(address: string): string {
  if (!trusted) {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy('cuvette', { createScriptURL: (own) => own });
    trusted = policy ? (own) => policy.createScriptURL(own) : (own) => own;
  }
  return trusted(address);
}

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
      super(trustedAddress(own ? address.href : (blob ?? `data:text/javascript,${encodeURIComponent(text)}`)), options);
      this.#blob = blob;
    }

    override terminate() {
      if (this.#blob) URL.revokeObjectURL(this.#blob);
      super.terminate();
    }
  };
}
