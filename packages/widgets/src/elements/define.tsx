import type { Client } from '@cuvette/core/client';
import r2wc from '@r2wc/react-to-web-component';
import { type ComponentType, useCallback, useMemo, useRef, useState } from 'react';
import { cuvetteSheets } from '../theme/sheet.ts';
import { type AttributeKind, attributeName, parseAttribute } from './attributes.ts';
import { ElementHomeContext } from './context.tsx';
import { heightSheet } from './element-height.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { emit } from './events.ts';
import { heightOf } from './height.ts';
import { HeldContent, type LiveState } from './held-content.tsx';
import { useLanguageWords } from './hooks/use-language.ts';
import { liveValue } from './live-values.ts';
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

/** What r2wc's class keeps under its global symbols (2.1.1, pinned). */
interface MountedElement extends HTMLElement {
  [PROPS]: Record<string, unknown>;
  [RENDER](): void;
  [CONNECTED]: boolean;
  connectedCallback(): void;
  disconnectedCallback(): void;
}

const PROPS = Symbol.for('r2wc.props');
const RENDER = Symbol.for('r2wc.render');
const CONNECTED = Symbol.for('r2wc.connected');

/**
 * Makes a custom element of a React view. r2wc mounts and renders; everything around it is ours: data by identity, properties
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

  // What it is given, as one object: that stays the same while only the language or the progress of the view changes.
  function Home(given: { container: ShadowRoot; internals: ElementInternals; height?: unknown }) {
    // The height is the element's own matter: views have it from where they stand.
    const { container, internals, height: _, ...props } = given;
    const host = container.host as HTMLElement;
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
  }

  // r2wc only learns the names, as strings: every other transform of it loses something. Our accessors replace its own.
  const Mounted = r2wc(Home, {
    shadow: 'open',
    props: Object.fromEntries([...kinds.keys()].map((name) => [name, 'string'])) as never,
  }) as unknown as new () => MountedElement;

  class CuvetteElement extends Mounted {
    static cuvetteVersion?: string;

    static get observedAttributes(): string[] {
      return [...byAttribute.keys()];
    }

    constructor() {
      super();
      this[CONNECTED] = false;
      this[PROPS] = { container: this.shadowRoot, internals: this.attachInternals() };
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
      const own = this as unknown as Record<string, unknown>;
      for (const name of names) {
        if (!Object.hasOwn(this, name)) continue;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
      this.keepInSight();
      super.connectedCallback();
    }

    override disconnectedCallback() {
      queueMicrotask(() => {
        if (!this.isConnected) super.disconnectedCallback();
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
      this[PROPS][property] = 'value' in parsed ? parsed.value : undefined;
      if ('problem' in parsed) reportMarkup(this, parsed.problem);
      this[RENDER]();
    }
  }

  for (const name of names) {
    const kind = kinds.get(name);
    const native = name in HTMLElement.prototype;
    const reflected = kind !== undefined && kind !== 'json';
    if (native && reflected) {
      // Names that every element has (lang, hidden) keep their own accessor: it reflects to the attribute that is observed here.
      const accessor = nativeAccessor(name);
      if (accessor) Object.defineProperty(CuvetteElement.prototype, name, accessor);
      continue;
    }
    Object.defineProperty(CuvetteElement.prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: MountedElement) {
        const live = liveValue(this, name);
        if (live) return live.read();
        return kind === 'boolean' ? this[PROPS][name] === true : this[PROPS][name];
      },
      set(this: MountedElement, value: unknown) {
        if (reflected) {
          reflect(this, kind, attributeName(name), value);
          // The same value once more is no other attribute, and yet wished for.
          liveValue(this, name)?.write(value);
        } else if (!Object.is(this[PROPS][name], value)) {
          this[PROPS][name] = value ?? undefined;
          this[RENDER]();
        }
      },
    });
  }
  return CuvetteElement;
}

function nativeAccessor(name: string): PropertyDescriptor | undefined {
  for (let proto: object | null = HTMLElement.prototype; proto; proto = Object.getPrototypeOf(proto)) {
    const found = Object.getOwnPropertyDescriptor(proto, name);
    if (found) return found;
  }
  return undefined;
}

function reflect(element: HTMLElement, kind: AttributeKind, name: string, value: unknown) {
  if (kind === 'boolean') element.toggleAttribute(name, Boolean(value));
  else if (value === undefined || value === null) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}
