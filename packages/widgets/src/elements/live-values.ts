/** A property of an element that its view keeps: what is read is what is shown now, what is written is shown at once. */
export interface LiveValue {
  read: () => unknown;
  write: (value: unknown) => void;
}

const kept = new WeakMap<EventTarget, Map<string, LiveValue>>();

/** The live property of an element; undefined where its view keeps none of this name, or is not there yet. */
export function liveValue(element: EventTarget, name: string): LiveValue | undefined {
  return kept.get(element)?.get(name);
}

/** Lets a view keep a property of its element. @returns a function that ends it */
export function keepLive(element: EventTarget, name: string, value: LiveValue): () => void {
  const values = kept.get(element) ?? new Map<string, LiveValue>();
  kept.set(element, values);
  values.set(name, value);
  return () => {
    if (values.get(name) === value) values.delete(name);
  };
}
