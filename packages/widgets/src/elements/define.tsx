import type { Client } from '@cuvette/core/client';
import r2wc from '@r2wc/react-to-web-component';
import { type ComponentType, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { cuvetteSheets } from '../theme/sheet.ts';
import { type AttributeKind, attributeName, parseAttribute } from './attributes.ts';
import { ElementHomeContext } from './context.tsx';
import { heightSheet } from './element-height.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { emit } from './events.ts';
import { keepProps, propsOf } from './given-props.ts';
import { heightOf } from './height.ts';
import { HeldContent, type LiveState } from './held-content.tsx';
import { useLanguageWords } from './hooks/use-language.ts';
import { liveValue } from './live-values.ts';
import { followPageTheme } from './page-theme.ts';
import { registerElement, type VersionedConstructor } from './register.ts';
import { checkTheme, reportMarkup } from './report-markup.ts';

/** How an element looks: understood by all that draw. */
export interface ElementLook {
  /** Colours; `auto` follows the person's setting. By default as the page (`color-scheme`). */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Language of the words and numbers, `en` or `de`; by default as what is around the element. */
  lang?: string | undefined;
  /** Height of the whole element: CSS pixels (`500`), or a length of CSS (`60vh`). No inline style is needed for it. */
  height?: number | string | undefined;
}
export const lookAttributes = { theme: 'string', lang: 'string', height: 'string' } as const;

/** What a React view becomes as an element. */
export interface ElementDefinition<Props extends object> {
  /** The tag, always `cuvette-…`. */
  tag: `cuvette-${string}`;
  /** The view. It gets attributes and properties as React props; what is absent is `undefined`. */
  view: ComponentType<Props>;
  /** Attributes by property name (`noLink` is the attribute `no-link`). Strings, numbers and booleans are reflected. */
  attributes: { readonly [Name in keyof Props & string]?: AttributeKind };
  /** Data properties: any value, by identity, never an attribute. */
  properties?: readonly (keyof Props & string)[];
}

/** r2wc's class: its constructor makes the shadow root, these mount and unmount. */
interface MountedElement extends HTMLElement {
  connectedCallback(): void;
  disconnectedCallback(): void;
}

/**
 * Makes a custom element of a React view. r2wc mounts; everything around it is ours: data by identity, properties
 * set before the element was defined, presence booleans, defaults on removal, no mount while detached, state kept while the
 * node is moved, adopted style sheets, an error boundary.
 */
export function defineElement<Props extends object>(definition: ElementDefinition<Props>): VersionedConstructor {
  return registerElement(definition.tag, () => elementClass(definition));
}

function elementClass<Props extends object>({
  view: View,
  attributes,
  properties = [],
}: ElementDefinition<Props>): VersionedConstructor {
  const kinds = new Map(Object.entries(attributes as Record<string, AttributeKind>));
  const byAttribute = new Map([...kinds.keys()].map((property) => [attributeName(property), property]));
  const names = [...new Set([...kinds.keys(), ...properties])];

  // r2wc learns no properties: every transform of it loses something. The view reads them from `GivenProps`.
  const Mounted = r2wc(viewOfElement(View), { shadow: 'open' }) as new () => MountedElement;

  class CuvetteElement extends Mounted {
    static cuvetteVersion?: string;
    private stopFollowing: (() => void) | null = null;

    static get observedAttributes(): string[] {
      return [...byAttribute.keys()];
    }

    constructor() {
      super();
      keepProps(this, this.attachInternals());
      this.adoptSheets();
    }

    private adoptSheets() {
      if (!this.shadowRoot) return;
      const height = kinds.has('height') ? heightOf(this.getAttribute('height')) : null;
      // First, so that what print asks of every element counts before it.
      const own = height === null ? [] : [heightSheet(this.ownerDocument, height)];
      this.shadowRoot.adoptedStyleSheets = [...own, ...cuvetteSheets(this.ownerDocument)];
    }

    /** What the page wrote into the element stays in sight until React draws, a moment later; `HeldContent` takes this slot out. */
    private keepInSight() {
      if (!this.shadowRoot || this.shadowRoot.childNodes.length > 0) return;
      const slot = this.ownerDocument.createElement('slot');
      slot.dataset.early = '';
      this.shadowRoot.append(slot);
    }

    private takeHeight(text: string | null) {
      this.adoptSheets();
      if (!text?.trim() || heightOf(text) !== null) return;
      const message = `The attribute height="${text}" is not a height. Write pixels (500) or a length of CSS (60vh).`;
      reportMarkup(this, message);
    }

    adoptedCallback() {
      this.adoptSheets();
    }

    override connectedCallback() {
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue;
        const value: unknown = Reflect.get(this, name);
        Reflect.deleteProperty(this, name);
        Reflect.set(this, name, value);
      }
      this.keepInSight();
      this.stopFollowing?.();
      this.stopFollowing = followPageTheme(this, propsOf(this).internals);
      super.connectedCallback();
    }

    override disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.stopFollowing?.();
        this.stopFollowing = null;
        super.disconnectedCallback();
      });
    }

    /** `moveBefore` moves the node without taking it out: nothing to do, and its presence keeps the other callbacks silent. */
    connectedMoveCallback() {}

    attributeChangedCallback(name: string, _before: string | null, text: string | null) {
      const property = byAttribute.get(name);
      const kind = property === undefined ? undefined : kinds.get(property);
      if (property === undefined || kind === undefined) return;
      if (property === 'height') this.takeHeight(text);
      if (property === 'theme') checkTheme(this, text);
      const parsed = parseAttribute(kind, name, text);
      if ('problem' in parsed) reportMarkup(this, parsed.problem);
      propsOf(this).set(property, 'value' in parsed ? parsed.value : undefined);
    }
  }

  for (const name of names) defineProperty(CuvetteElement.prototype, name, kinds.get(name));
  return CuvetteElement;
}

/** The view as r2wc mounts it: in its element, with what that was given. */
function viewOfElement<Props extends object>(View: ComponentType<Props>) {
  return function Home({ container }: { container: ShadowRoot }) {
    const host = container.host as HTMLElement;
    const { internals, subscribe, read } = propsOf(host);
    // One object, which stays the same while only the language or the progress of the view changes.
    const given = useSyncExternalStore(subscribe, read);
    // The element sets its own height: views take it from their container.
    const { height: _, ...props } = given;
    const words = useLanguageWords(host);
    const [live, setLive] = useState<LiveState>('drawn');
    // Queries are bound to the client that a view began with: with another client (another file, another server) it is another view.
    const [generation, setGeneration] = useState(0);
    const reader = useRef<Client | null>(null);
    const onClient = useCallback((client: Client) => {
      if (reader.current && reader.current !== client) setGeneration((before) => before + 1);
      reader.current = client;
    }, []);
    const home = useMemo(
      () => (words ? { host, portalRoot: container, words, onLive: setLive, onClient } : null),
      [host, container, words, onClient],
    );
    return (
      <>
        <HeldContent internals={internals} live={home ? live : 'waiting'} />
        {home ? (
          <ElementHomeContext value={home}>
            <ErrorBoundary
              key={generation}
              data={given}
              words={home.words}
              onError={(error) =>
                emit(host, 'cuvette-error', { message: error instanceof Error ? error.message : String(error), error })
              }
            >
              <View {...(props as Props)} />
            </ErrorBoundary>
          </ElementHomeContext>
        ) : null}
      </>
    );
  };
}

/** The property of a name: reflected to its attribute, or data by identity (without a kind, and `json`). */
function defineProperty(prototype: HTMLElement, name: string, kind: AttributeKind | undefined): void {
  const reflected = kind !== undefined && kind !== 'json';
  if (name in HTMLElement.prototype && reflected) {
    // Names that every element has (lang, hidden) keep their own accessor: it reflects to the attribute that is observed here.
    const accessor = nativeAccessor(name);
    if (accessor) Object.defineProperty(prototype, name, accessor);
    return;
  }
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      const live = liveValue(this, name);
      if (live) return live.read();
      const value = propsOf(this).values[name];
      return kind === 'boolean' ? value === true : value;
    },
    set(this: HTMLElement, value: unknown) {
      const given = propsOf(this);
      if (reflected) {
        reflect(this, kind, attributeName(name), value);
        // The same value once more is no other attribute, and yet wished for.
        liveValue(this, name)?.write(value);
      } else if (!Object.is(given.values[name], value)) given.set(name, value ?? undefined);
    },
  });
}

function nativeAccessor(name: string): PropertyDescriptor | undefined {
  for (let proto: object | null = HTMLElement.prototype; proto; proto = Object.getPrototypeOf(proto)) {
    const found = Object.getOwnPropertyDescriptor(proto, name);
    if (found) return found;
  }
  return undefined;
}

function reflect(element: HTMLElement, kind: AttributeKind, name: string, value: unknown) {
  // React sets an attribute without a value (`no-link=""`) as a property, and an empty attribute is true.
  if (kind === 'boolean') element.toggleAttribute(name, value === '' || Boolean(value));
  else if (value === undefined || value === null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}
