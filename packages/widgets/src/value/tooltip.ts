import type { LitElement } from 'lit';

/** Milliseconds that a tooltip outlives the pointer, so that the pointer can go over to it. */
const grace = 200;
const margin = 6;

/**
 * The tooltip of an element: shown while its value has the focus or the pointer is over either of them, closed by Escape and by scrolling. It is a
 * popover, above everything that would cut it off; placed through the style object, which a strict Content-Security-Policy allows.
 */
export class Tooltip {
  #host: LitElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LitElement) {
    this.#host = host;
  }

  get #box(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.tooltip');
  }

  get isOpen(): boolean {
    return this.#box?.matches(':popover-open') === true;
  }

  show = () => {
    clearTimeout(this.#timer);
    const box = this.#box;
    if (!box?.isConnected || this.isOpen) return;
    box.showPopover();
    this.#place(box);
    document.addEventListener('keydown', this.#onKey, true);
    addEventListener('scroll', this.hide, { capture: true, passive: true });
  };

  hide = () => {
    clearTimeout(this.#timer);
    document.removeEventListener('keydown', this.#onKey, true);
    removeEventListener('scroll', this.hide, { capture: true });
    if (this.isOpen) this.#box?.hidePopover();
  };

  hideSoon = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const focused = this.#host.shadowRoot?.activeElement?.classList.contains('value');
      if (!focused) this.hide();
    }, grace);
  };

  /** Escape closes the tooltip and nothing else: a dialog around it stays. */
  #onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    this.hide();
  };

  #place(box: HTMLElement) {
    const value = this.#host.renderRoot.querySelector('.value')?.getBoundingClientRect();
    if (!value) return;
    const { width, height } = box.getBoundingClientRect();
    const below = value.bottom + margin + height <= innerHeight || value.top < height + margin;
    const left = Math.max(margin, Math.min(value.left, document.documentElement.clientWidth - width - margin));
    box.style.setProperty('left', `${left}px`);
    box.style.setProperty('top', `${below ? value.bottom + margin : value.top - margin - height}px`);
  }
}
