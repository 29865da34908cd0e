import './jsx.ts';
import { type Client, QueryObserver } from '@cuvette/core/client';
import { isFinished, type Molecule, type WorkflowItem } from '@cuvette/core/entities';
import { hrefOfItem, loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { valueTables } from '../value/languages.ts';
import { valueStyles } from '../value/styles.ts';
import { Tooltip } from '../value/tooltip.ts';
import { calculationOf, type ValueState, type ValueView, viewOfFailure, viewOfValue } from '../value/value-view.ts';
import { clientOf } from './bundle-reader.ts';
import { clientContext, settingsOf } from './client-settings.ts';
import { emit } from './events.ts';
import { freshWhenFinished } from './fresh-when-finished.ts';
import { isHeld } from './held-nodes.ts';
import { inlineBundleOf, watchInlineBundle } from './inline-bundle.ts';
import { languageOf, watchLanguage } from './language.ts';
import { registerElement } from './register.ts';

/**
 * One number of a result inside a sentence, with its unit and ±; what computed it is told by a tooltip.
 *
 * @attr lang - Language of the words and the decimal sign; by default as what is around the element.
 * @fires cuvette-load
 * @fires cuvette-error
 * @slot - Shown until the number is there, when script is blocked, and in print; a bundle in `<script type="application/json">` is read in place of a server.
 * @csspart value - The number.
 * @csspart tooltip - What is said of it.
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
  /** Name of the number, as the data of the result call it (`strongest_acid`). A wrong one is answered with those that there are. */
  declare path: string | null | undefined;
  /** Decimals, where others are wished for than the field's. */
  declare digits: number | null | undefined;
  /** Address of a bundle (`*.cuvette.json`); then no server is asked. */
  declare src: string | null | undefined;
  /** Origin of the server. By default what `<meta name="cuvette-api">` says, else the origin that served the script. */
  declare api: string | null | undefined;
  /** Read what is shared with everybody, without signing in. */
  declare public: boolean;
  /** Key of a share link. */
  declare link: string | null | undefined;
  /** No link to a newer result; it is said in words only. */
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
  #reader: Client | null = null;
  #uuid: string | null = null;
  #stopReading: (() => void) | null = null;
  #item: WorkflowItem | null = null;
  /** The item that `cuvette-load` was said of. */
  #announced: WorkflowItem | null = null;
  /** Why the item could not be read. */
  #failure: unknown = null;
  /** Why what the number needs beside the item could not be read. */
  #problem: unknown = null;
  #definition: WorkflowDefinition | null = null;
  /** Whether it is clear if this version has a definition of the item's type. */
  #known = false;
  #molecules = new Map<string, readonly Molecule[]>();
  /** The calculation that was asked for last. */
  #asked: string | null = null;
  #told: unknown = null;

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
    const where = ['workflow', 'src', 'api', 'public', 'link', 'client', 'item'];
    if (where.some((name) => changed.has(name))) this.#connect();
  }

  #disconnect() {
    this.#stopReading?.();
    this.#stopReading = null;
    this.#reader = null;
  }

  /** Reads through the client and the identifier that count now; all elements of an item share one read and one poll. */
  #connect() {
    if (!this.isConnected) return;
    const own = {
      api: this.api ?? undefined,
      public: this.public,
      link: this.link ?? undefined,
      src: this.src ?? undefined,
      client: this.client ?? undefined,
      holder: inlineBundleOf(this).state === 'none' ? undefined : this,
    };
    const reader = clientOf(settingsOf(own, this.#around.value ?? null, this.baseURI));
    const uuid = this.item ? null : (this.workflow ?? (reader?.kind === 'bundle' ? '' : null));
    if (reader !== this.#reader || uuid !== this.#uuid || !(this.item || this.#stopReading)) {
      this.#disconnect();
      this.#reader = reader;
      this.#uuid = uuid;
      this.#forget();
      this.#read(reader, uuid);
    }
    if (this.item) this.#take(this.item);
  }

  /** What was read belongs to one item through one client: it goes together. */
  #forget() {
    this.#item = null;
    this.#failure = null;
    this.#problem = null;
    this.#definition = null;
    this.#known = false;
    this.#molecules = new Map();
    this.#asked = null;
    this.requestUpdate();
  }

  #read(reader: Client | null, uuid: string | null) {
    if (!reader || uuid === null) return;
    const observer = new QueryObserver(reader.queryClient, reader.workflow(uuid));
    const take = ({ data, error, failureReason }: ReturnType<typeof observer.getCurrentResult>) => {
      this.#failure = data ? null : (error ?? failureReason);
      if (data) this.#take(data);
      this.requestUpdate();
    };
    this.#stopReading = observer.subscribe(take);
    take(observer.getCurrentResult());
  }

  #take(item: WorkflowItem) {
    if (item === this.#item) return;
    const type = this.#item?.object_type;
    this.#item = item;
    this.#problem = null;
    this.#asked = null;
    if (!isFinished(item.object_status)) this.#molecules = new Map();
    if (this.#reader) freshWhenFinished(this.#reader, item);
    this.requestUpdate();
    if (item !== this.#announced) {
      this.#announced = item;
      emit(this, 'cuvette-load', { item });
    }
    if (type === item.object_type && this.#known) return;
    this.#definition = null;
    this.#known = false;
    loadWorkflow(item.object_type).then(
      (definition) => {
        if (this.#item?.object_type !== item.object_type) return;
        this.#definition = definition;
        this.#known = true;
        this.requestUpdate();
      },
      (error: unknown) => {
        if (this.#item?.object_type !== item.object_type || this.#known) return;
        this.#problem = error;
        this.requestUpdate();
      },
    );
  }

  /** Reads the calculation that the number is in, where it is in one. */
  async #readMore() {
    const [reader, item] = [this.#reader, this.#item];
    const uuid = calculationOf(this.#state);
    if (uuid === null || uuid === this.#asked || !reader) return;
    this.#asked = uuid;
    // An answer that comes after another state of the item is not of its result: then it has been asked for again.
    const counts = () => reader === this.#reader && item === this.#item;
    try {
      const molecules = await reader.queryClient.fetchQuery(reader.molecules(uuid));
      if (counts()) this.#molecules = new Map([...this.#molecules, [uuid, molecules]]);
    } catch (error) {
      if (counts()) this.#problem = error;
    }
    this.requestUpdate();
  }

  get #state(): ValueState {
    const { path = null, digits } = this;
    return {
      item: this.#known ? this.#item : null,
      definition: this.#definition,
      molecules: this.#molecules,
      path,
      digits: typeof digits === 'number' && Number.isFinite(digits) ? digits : null,
      language: languageOf(this),
    };
  }

  protected override render() {
    const language = languageOf(this);
    const words = valueTables.atHand(language);
    if (!words) void valueTables.load(language);
    const failure = this.#failure ?? this.#problem;
    const nowhere = this.#uuid === null && !this.item && this.#reader !== null;
    const view: ValueView = !words
      ? { kind: 'waiting' }
      : nowhere
        ? { kind: 'missing', text: words.unreadable, details: [words.noSource], problem: true }
        : failure
          ? viewOfFailure(failure, this.#reader, words)
          : viewOfValue(this.#state, words);
    const newer = words && view.kind !== 'waiting' ? this.#item?.superseded_by : undefined;
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
    const text = view.kind === 'number' ? html`<data value=${view.value}>${view.text}</data>` : view.text;
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
        >${text}</span
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

  #superseded(newer: { uuid: string; name: string }, text: string) {
    const reader = this.#reader;
    const item = this.#item;
    const address =
      this.noLink || !item || !reader || reader.kind === 'bundle'
        ? null
        : `${reader.origin}${hrefOfItem({ ...item, uuid: newer.uuid }, { public: reader.kind === 'shared', link: reader.link })}`;
    const word = address
      ? html`<a href=${address} target="_blank" rel="noopener" title=${newer.name}>${text}</a>`
      : text;
    return html` <span class="superseded" part="superseded">(${word})</span>`;
  }

  #look = (event: Event) => {
    this.held = isHeld(event.target as HTMLSlotElement);
  };

  protected override updated() {
    const failure = this.#failure ?? this.#problem;
    // Another path may stand in a calculation that was not read yet.
    if (!failure) void this.#readMore();
    const value = this.renderRoot.querySelector('.value[data-problem]');
    const problem = value ? (this.renderRoot.querySelector('.tooltip')?.textContent ?? '') : null;
    if (problem !== this.#told && problem !== null) emit(this, 'cuvette-error', { message: problem, error: failure });
    this.#told = problem;
  }
}

registerElement('cuvette-value', () => CuvetteValueElement);

declare global {
  interface HTMLElementTagNameMap {
    'cuvette-value': CuvetteValueElement;
  }
}
