import './jsx.ts';
import type { Client } from '@cuvette/core/client';
import type { WorkflowItem } from '@cuvette/core/entities';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { valueTables } from '../value/languages.ts';
import { serverValues } from '../value/server-values.ts';
import { valueStyles } from '../value/styles.ts';
import { Tooltip } from '../value/tooltip.ts';
import { type ValueView, viewOfFailure, viewOfValue } from '../value/value-view.ts';
import type { LoadedItem, ValuesSource } from '../value/values-source.ts';
import { type ClientSettings, clientContext, settingsOf } from './client-settings.ts';
import { emit } from './events.ts';
import { isHeld } from './held-nodes.ts';
import { inlineBundleOf, watchInlineBundle } from './inline-bundle.ts';
import { languageOf, watchLanguage } from './language.ts';
import { registerElement } from './register.ts';

/**
 * One number of a result inside a sentence, with its unit and ±; a tooltip names what computed it.
 *
 * @attr lang - Language of the words and the decimal sign; by default as what is around the element.
 * @fires cuvette-load
 * @fires cuvette-error
 * @slot - Shown until the number is there, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart value - The number.
 * @csspart note - The mark that something changes the meaning of the number.
 * @csspart tooltip - Where the number comes from.
 * @csspart superseded - The word, or link, that says there is a newer result.
 */
export class CuvetteValueElement extends LitElement {
  static cuvetteVersion?: string;
  static override properties = {
    workflow: { type: String },
    path: { type: String },
    digits: { type: Number },
    src: { type: String },
    api: { type: String },
    public: { type: Boolean },
    link: { type: String },
    noLink: { type: Boolean, attribute: 'no-link' },
    theme: { type: String, reflect: true },
    client: { attribute: false },
    item: { attribute: false },
    held: { state: true },
  };
  static override styles = valueStyles;
  /** Identifier of the item; of a bundle, empty takes the first one. */
  declare workflow: string | null | undefined;
  /** Name of the number, as the data of the result call it (`strongest_acid`). Without it the key results are shown; a wrong one is answered with those that there are. */
  declare path: string | null | undefined;
  /** Decimals, where others are wished for than the field's. */
  declare digits: number | null | undefined;
  /** Address of a bundle (`*.cuvette.json`); then no server is asked. */
  declare src: string | null | undefined;
  /** Address of the server, with the path that it may be under. By default what `<meta name="cuvette-api">` says, else the server that served the script. */
  declare api: string | null | undefined;
  /** Read what is shared with everybody, without signing in. */
  declare public: boolean;
  /** Key of a share link. */
  declare link: string | null | undefined;
  /** No link to a newer result; it is shown in words only. */
  declare noLink: boolean;
  /** Colours of the tooltip; by default as the page. */
  declare theme: 'light' | 'dark' | 'auto' | null | undefined;
  /** A client made by the page, by identity. */
  declare client: Client | null | undefined;
  /** The item itself; then none is read. */
  declare item: WorkflowItem | null | undefined;
  declare held: boolean | undefined;

  #around = new ContextConsumer(this, { context: clientContext, subscribe: true, callback: () => this.#connect() });
  #tooltip = new Tooltip(this);
  #stops: (() => void)[] = [];
  #source: ValuesSource | null = null;
  /** What it reads, by what: as long as this stays the same the source stays, too. */
  #reads: readonly unknown[] = [];
  /** Whether nothing says what to read. */
  #nowhere = false;
  /** The item that `cuvette-load` was sent for. */
  #announced: LoadedItem | null = null;
  /** Why what reads a bundle did not arrive. */
  #problem: unknown = null;
  #reported: unknown = null;

  override connectedCallback() {
    super.connectedCallback();
    this.held ??= this.childNodes.length > 0;
    this.#stops = [
      watchLanguage(this, () => this.requestUpdate()),
      watchInlineBundle(this, () => this.#connect()),
      valueTables.onNew(() => this.requestUpdate()),
    ];
    this.#connect();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    for (const stop of this.#stops.splice(0)) stop();
    this.#tooltip.hide();
    // Moved within the page it goes on reading: only what has left stops.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#disconnect();
      this.#announced = null;
    });
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('theme') && this.theme && !/^(light|dark|auto)$/.test(this.theme)) {
      // A part that only a page with a mistake in it loads.
      void import('./report-markup.ts').then(({ checkTheme }) => checkTheme(this, this.theme));
    }
    const where = ['workflow', 'src', 'api', 'public', 'link', 'client', 'item'];
    if (where.some((name) => changed.has(name))) this.#connect();
  }

  #disconnect() {
    this.#source?.stop();
    this.#source = null;
    this.#reads = [];
  }

  /** Reads through what counts now; all elements of an item share one read and one poll. */
  #connect() {
    if (!this.isConnected) return;
    const inline = inlineBundleOf(this);
    const own = {
      api: this.api ?? undefined,
      public: this.public,
      link: this.link ?? undefined,
      src: this.src ?? undefined,
      client: this.client ?? undefined,
      holder: inline.state === 'none' ? undefined : this,
    };
    const settings = settingsOf(own, this.#around.value ?? null, this.baseURI);
    const { origin, source, link, src, client, holder } = settings;
    // What an element holds counts with its text: another one is another bundle.
    const held = holder ? inlineBundleOf(holder) : null;
    const text = held?.state === 'here' ? held.text : held?.state;
    const reads = [origin, source, link, src, client, holder, text, this.workflow ?? null, this.item ?? null];
    if (this.#reads.length > 0 && reads.every((one, index) => one === this.#reads[index])) return;
    this.#disconnect();
    this.#reads = reads;
    this.#problem = null;
    const whole = this.item || client || src || holder;
    this.#nowhere = !whole && this.workflow == null;
    if (whole) void this.#readWhole(settings);
    else if (this.workflow != null) {
      this.#source = serverValues({ kind: source, origin, link }, this.workflow, this.#heard);
    }
    this.requestUpdate();
  }

  /** Where the item comes whole, its numbers are made here, by what its type knows: more script than where a server says them. */
  async #readWhole(settings: ClientSettings) {
    const reads = this.#reads;
    try {
      const [{ ClientValues }, { clientOf }] = await Promise.all([
        import('../value/client-values.ts'),
        import('./bundle-reader.ts'),
      ]);
      if (reads !== this.#reads) return;
      const client = clientOf(settings);
      const uuid = this.workflow ?? (client?.kind === 'bundle' ? '' : null);
      this.#nowhere = !this.item && client !== null && uuid === null;
      const source = new ClientValues(client, this.#heard);
      this.#source = source;
      if (this.item) source.take(this.item);
      else if (uuid !== null) source.read(uuid);
    } catch (error) {
      if (reads === this.#reads) this.#problem = error;
    }
    this.#heard();
  }

  #heard = () => {
    const item = this.#source?.item ?? null;
    if (item && item !== this.#announced) {
      this.#announced = item;
      emit(this, 'cuvette-load', { item });
    }
    this.requestUpdate();
  };

  protected override render() {
    const language = languageOf(this);
    const words = valueTables.atHand(language);
    if (!words) void valueTables.load(language);
    const { path = null, digits = null } = this;
    const { values = null, from = null } = this.#source ?? {};
    const failure = this.#failure;
    const state = {
      values,
      waits: this.#source?.waitsFor(path) ?? false,
      path,
      digits: typeof digits === 'number' && Number.isFinite(digits) ? digits : null,
      language,
    };
    const view: ValueView = !words
      ? { kind: 'waiting' }
      : this.#nowhere
        ? { kind: 'missing', text: words.unreadable, details: [words.noSource], problem: true }
        : failure
          ? viewOfFailure(failure, from, this.workflow ?? '', words)
          : viewOfValue(state, words);
    const newer = words && view.kind !== 'waiting' ? values?.superseded_by : undefined;
    const details =
      'details' in view ? [...view.details, ...(newer && words ? [words.supersededDetail(newer.name)] : [])] : [];
    const live = view.kind === 'waiting' ? 'waiting' : view.kind === 'missing' && view.problem ? 'failed' : 'drawn';
    return html`<slot data-held=${this.held ? live : nothing} @slotchange=${this.#look}></slot>${
      view.kind === 'waiting'
        ? html`<span class="waiting"><span aria-hidden="true">…</span><span class="hidden">${words?.loading}</span></span>`
        : html`<span class="live">${live === 'failed' && this.held ? html` (${this.#number(view, details)})` : this.#number(view, details)}${newer && words ? this.#superseded(newer, words.superseded) : nothing}</span>`
    }`;
  }

  #number(view: Exclude<ValueView, { kind: 'waiting' }>, details: readonly string[]) {
    const text =
      view.kind === 'number' && view.value !== null ? html`<data value=${view.value}>${view.text}</data>` : view.text;
    const label = view.kind === 'number' ? view.label : view.text;
    return html`<span
        class="value"
        part="value"
        data-kind=${view.kind}
        data-problem=${view.kind === 'missing' && view.problem ? '' : nothing}
        role="group"
        tabindex="0"
        aria-label=${label}
        aria-describedby="details"
        @pointerenter=${this.#tooltip.show}
        @pointerleave=${this.#tooltip.hideSoon}
        @focus=${this.#tooltip.show}
        @blur=${this.#tooltip.hide}
        @click=${this.#tooltip.show}
        >${text}${view.kind === 'number' && view.note ? html`<span class="note" part="note" aria-hidden="true">⚠</span>` : nothing}</span
      ><span
        class="tooltip"
        part="tooltip"
        id="details"
        role="tooltip"
        popover="manual"
        @pointerenter=${this.#tooltip.show}
        @pointerleave=${this.#tooltip.hideSoon}
        >${details.map((line) => html`<span class="line">${line}</span>`)}</span
      >`;
  }

  get #failure(): unknown {
    return this.#problem ?? this.#source?.failure ?? null;
  }

  #superseded(newer: { uuid: string; name: string }, text: string) {
    const { values = null, from = null } = this.#source ?? {};
    const address =
      this.noLink || !values || !from || from.kind === 'bundle'
        ? null
        : `${from.origin}${from.kind === 'shared' ? '/public' : ''}${values.page}/${newer.uuid}${
            from.link ? `?link=${encodeURIComponent(from.link)}` : ''
          }`;
    const word = address
      ? html`<a href=${address} target="_blank" rel="noopener" title=${newer.name}>${text}</a>`
      : text;
    return html` <span class="superseded" part="superseded">(${word})</span>`;
  }

  #look = (event: Event) => {
    this.held = isHeld(event.target as HTMLSlotElement);
  };

  protected override updated() {
    const failure = this.#failure;
    const value = this.renderRoot.querySelector('.value[data-problem]');
    const problem = value ? (this.renderRoot.querySelector('.tooltip')?.textContent ?? '') : null;
    if (problem !== this.#reported && problem !== null)
      emit(this, 'cuvette-error', { message: problem, error: failure });
    this.#reported = problem;
  }
}

registerElement('cuvette-value', () => CuvetteValueElement);

declare global {
  interface HTMLElementTagNameMap {
    'cuvette-value': CuvetteValueElement;
  }
}
