/** What the page gave an element, outside of React: its view is notified of each change, mounted or not. */
export class GivenProps {
  /** The values by property; another object with each change. */
  values: Readonly<Record<string, unknown>> = {};
  readonly internals: ElementInternals;
  readonly #listeners = new Set<() => void>();

  constructor(internals: ElementInternals) {
    this.internals = internals;
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value };
    for (const listener of this.#listeners) listener();
  }

  readonly read = () => this.values;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const given = new WeakMap<Element, GivenProps>();

/** Begins to keep what an element is given. */
export function keepProps(element: Element, internals: ElementInternals): void {
  given.set(element, new GivenProps(internals));
}

/** Returns what an element was given. @throws Error for an element that is none of ours */
export function propsOf(element: Element): GivenProps {
  const found = given.get(element);
  if (!found) throw new Error(`<${element.localName}> keeps no properties.`);
  return found;
}
