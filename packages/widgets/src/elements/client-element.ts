import type { Client } from '@cuvette/core/client';
import { ContextProvider } from '@lit/context';
import { type PropertyValues, ReactiveElement } from 'lit';
import { clientContext, settingsOf } from './client-settings.ts';
import { registerElement } from './register.ts';

/**
 * `<cuvette-client api="…" public>`: says once, for all Cuvette elements inside it, where they read from. Draws nothing itself.
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
  declare api: string | null | undefined;
  declare public: boolean;
  declare link: string | null | undefined;
  declare src: string | null | undefined;
  /** A client made by the page, by identity; it wins over the attributes. */
  declare client: Client | null | undefined;

  #provider = new ContextProvider(this, { context: clientContext, initialValue: this.#settings() });

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback() {
    super.connectedCallback();
    // Known before the first child asks: attributes are there when the parser has made the element.
    this.#provider.setValue(this.#settings());
    if (!this.style.display) this.style.display = 'contents';
  }

  protected override update(changed: PropertyValues) {
    super.update(changed);
    this.#provider.setValue(this.#settings());
  }

  #settings() {
    return settingsOf(
      {
        api: this.api ?? undefined,
        public: this.public,
        link: this.link ?? undefined,
        src: this.src ?? undefined,
        client: this.client ?? undefined,
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
