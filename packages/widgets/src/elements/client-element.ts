import './jsx.ts';
import type { Client } from '@cuvette/core/client';
import { ContextProvider } from '@lit/context';
import { type PropertyValues, ReactiveElement } from 'lit';
import { type ClientSettings, clientContext, settingsOf } from './client-settings.ts';
import { inlineBundleOf, watchInlineBundle } from './inline-bundle.ts';
import { registerElement } from './register.ts';

/**
 * Says once, for all Cuvette elements inside it, where they read from. Draws nothing itself.
 *
 * @slot - The page's own markup with the elements; and, where it has one, a bundle in `<script type="application/json">`.
 */
export class CuvetteClientElement extends ReactiveElement {
  static cuvetteVersion?: string;
  static override properties = {
    api: { type: String },
    public: { type: Boolean },
    link: { type: String },
    src: { type: String },
    client: { attribute: false },
  };
  /** Address of the server, with the path that it may be under. By default what `<meta name="cuvette-api">` says, else the server that served the script. */
  declare api: string | null | undefined;
  /** Read what is shared with everybody, without signing in. */
  declare public: boolean;
  /** Key of a share link. */
  declare link: string | null | undefined;
  /** Address of a bundle (`*.cuvette.json`); then no server is asked. */
  declare src: string | null | undefined;
  /** A client made by the page, by identity; it wins over the attributes. */
  declare client: Client | null | undefined;

  #provider = new ContextProvider(this, { context: clientContext, initialValue: this.#settings() });
  #unwatch: (() => void) | null = null;

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback() {
    super.connectedCallback();
    // Known before the first child asks: attributes are there when the parser has made the element.
    this.#provider.setValue(this.#settings());
    if (!this.style.display) this.style.display = 'contents';
    this.#unwatch = watchInlineBundle(this, () => this.#lookInside());
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.#unwatch = null;
  }

  /** Elements inside read again when the script of data arrives or its text changes, and not with every other change inside. */
  #held = '';
  #lookInside() {
    const inline = inlineBundleOf(this);
    const held = inline.state === 'here' ? inline.text : inline.state;
    if (held === this.#held) return;
    this.#held = held;
    this.#provider.setValue(this.#settings());
  }

  protected override update(changed: PropertyValues) {
    super.update(changed);
    this.#provider.setValue(this.#settings());
  }

  #settings(): ClientSettings {
    return settingsOf(
      {
        api: this.api ?? undefined,
        public: this.public,
        link: this.link ?? undefined,
        src: this.src ?? undefined,
        client: this.client ?? undefined,
        // Only one that is there: elements inside do not wait for what may never come.
        holder: inlineBundleOf(this).state === 'here' ? this : undefined,
      },
      null,
      this.baseURI,
    );
  }
}

registerElement('cuvette-client', () => CuvetteClientElement);

declare global {
  interface HTMLElementTagNameMap {
    'cuvette-client': CuvetteClientElement;
  }
}
