import '../elements/jsx.ts';
import { css, html, LitElement, nothing, type PropertyValues, unsafeCSS } from 'lit';
import { isHeld } from '../elements/held-nodes.ts';
import { languageOf, watchLanguage } from '../elements/language.ts';
import { registerElement } from '../elements/register.ts';
import tokens from '../theme/tokens.css?inline';
import { eagerWordsFor } from '../words-eager.ts';
import { depict } from './depict.ts';

/**
 * The structural formula of a SMILES, drawn when the element comes near the viewport.
 *
 * @attr lang - Language of the words; by default as what is around the element.
 * @fires cuvette-error
 * @slot - Shown until the formula is drawn, when script is blocked, and in print.
 * @csspart drawing - The box with the formula.
 * @cssprop --cuvette-structure-width - Width, 220px by default.
 * @cssprop --cuvette-structure-height - Height, 150px by default.
 */
export class CuvetteStructureElement extends LitElement {
  static cuvetteVersion?: string;
  static override properties = {
    smiles: { type: String },
    label: { type: String },
    theme: { type: String, reflect: true },
    drawing: { state: true },
    failed: { state: true },
    held: { state: true },
  };
  static override styles = [
    unsafeCSS(tokens),
    css`
      :host {
        display: inline-block;
        inline-size: var(--cuvette-structure-width, 220px);
        block-size: var(--cuvette-structure-height, 150px);
        vertical-align: middle;
        background: none;
        container-type: normal;
      }
      .box {
        display: grid;
        grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        place-items: center;
        block-size: 100%;
        font-size: var(--cv-size-2);
        color: var(--cv-text-quiet);
        text-align: center;
      }
      :host([theme]) {
        background: var(--cv-surface);
      }
      .box[data-drawn] {
        color: var(--cv-text);
      }
      svg {
        display: block;
        inline-size: var(--cv-drawing-size, auto);
        block-size: var(--cv-drawing-size, auto);
        max-inline-size: 100%;
        max-block-size: 100%;
        pointer-events: none;
      }
      text {
        font-family: sans-serif;
      }
      slot {
        display: none;
      }
      @media screen {
        slot[data-held='waiting'] {
          display: block;
          block-size: 100%;
          overflow: auto;
        }
        slot[data-held='waiting'] ~ .box {
          display: none;
        }
      }
      @media print {
        slot[data-held] {
          display: block;
        }
        slot[data-held] ~ .box {
          display: none;
        }
      }
      line {
        stroke-linecap: round;
      }
      polygon {
        stroke-linejoin: round;
      }
    `,
  ];
  /** What to draw. */
  declare smiles: string | null | undefined;
  /** Accessible name in place of the SMILES: the name of the compound. */
  declare label: string | null | undefined;
  /** Colours; `auto` follows the person's setting. By default as the page (`color-scheme`). */
  declare theme: 'light' | 'dark' | 'auto' | null | undefined;
  declare drawing: SVGSVGElement | null;
  declare failed: boolean;
  declare held: boolean | undefined;

  #unwatch: (() => void) | null = null;
  #near = false;
  #observer: IntersectionObserver | null = null;

  override connectedCallback() {
    super.connectedCallback();
    this.held ??= this.childNodes.length > 0;
    this.#unwatch = watchLanguage(this, () => this.requestUpdate());
    if (this.#near) return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.#drawNow();
      },
      { rootMargin: '200px' },
    );
    this.#observer.observe(this);
    // Paper shows what nobody scrolled to.
    addEventListener('beforeprint', this.#drawNow);
  }

  #drawNow = () => {
    this.#observer?.disconnect();
    if (this.#near) return;
    this.#near = true;
    void this.#draw();
  };

  override disconnectedCallback() {
    this.#observer?.disconnect();
    removeEventListener('beforeprint', this.#drawNow);
    this.#unwatch?.();
    super.disconnectedCallback();
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('smiles') && this.#near) void this.#draw();
  }

  async #draw() {
    const wanted = this.smiles;
    if (!wanted) {
      this.drawing = null;
      this.failed = false;
      return;
    }
    try {
      const drawing = await depict(wanted, 220, 150);
      if (this.smiles !== wanted) return;
      this.drawing = drawing;
      this.failed = false;
    } catch (error) {
      if (this.smiles !== wanted) return;
      this.drawing = null;
      this.failed = true;
      // A part of its own: most pages have nothing wrong.
      const { reportSmiles } = await import('./smiles-problem.ts');
      reportSmiles(this, this.#words.notAvailable, wanted, error);
    }
  }

  get #words() {
    return eagerWordsFor(languageOf(this)).structure;
  }

  /** What the page wrote into the element is shown until the drawing is there, and in its place on paper. */
  #held = (event: Event) => {
    this.held = isHeld(event.target as HTMLSlotElement);
  };

  protected override render() {
    const slot = html`<slot data-held=${this.held ? (this.drawing ? 'drawn' : 'waiting') : nothing} @slotchange=${this.#held}></slot>`;
    if (this.drawing) {
      const name = this.label || this.#words.preview(this.smiles ?? '');
      return html`${slot}<div class="box" part="drawing" data-drawn role="img" aria-label=${name}>${this.drawing}</div>`;
    }
    return html`${slot}<div class="box" part="drawing">${this.failed ? this.#words.notAvailable : ''}</div>`;
  }
}

registerElement('cuvette-structure', () => CuvetteStructureElement);

declare global {
  interface HTMLElementTagNameMap {
    'cuvette-structure': CuvetteStructureElement;
  }
}
