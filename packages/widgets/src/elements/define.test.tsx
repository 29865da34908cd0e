import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import { useState } from 'react';
import '../structure/structure-element.ts';
import './value.ts';
import { useElementHome, useEmit } from './context.tsx';
import { defineElement, type ElementLook, lookAttributes } from './define.tsx';

interface ProbeProps {
  label?: string;
  count?: number;
  open?: boolean;
  table?: unknown;
  points?: Float64Array;
}

const seen: ProbeProps[] = [];
let mounts = 0;

function Probe(props: ProbeProps) {
  const [clicks, setClicks] = useState(() => {
    mounts++;
    return 0;
  });
  const emit = useEmit();
  const home = useElementHome();
  seen.push(props);
  if (props.label === 'break') throw new Error('planted fault');
  return (
    <button
      type="button"
      onClick={() => {
        setClicks(clicks + 1);
        emit('cuvette-select', { structure: 'one', atoms: [clicks] });
      }}
    >
      {`${props.label ?? 'none'} ${props.count ?? 'no count'} ${props.open ? 'open' : 'shut'} clicks ${clicks} in ${home?.host.localName}`}
    </button>
  );
}

const define = (tag: `cuvette-${string}`) =>
  defineElement<ProbeProps>({
    tag,
    view: Probe,
    attributes: { label: 'string', count: 'number', open: 'boolean', table: 'json' },
    properties: ['points'],
  });

define('cuvette-probe');

type ProbeElement = HTMLElement & ProbeProps & { shadowRoot: ShadowRoot };
const last = () => seen.at(-1) as ProbeProps;
const button = (element: HTMLElement) => element.shadowRoot?.querySelector('button') as HTMLButtonElement;
const settled = async () => {
  await nextFrame();
  await aTimeout(20);
};

async function probe(markup: ReturnType<typeof html>): Promise<ProbeElement> {
  const element = await fixture<ProbeElement>(markup);
  await settled();
  return element;
}

describe('a React view as a custom element', () => {
  it('keeps properties that were set before the element was defined, by identity', async () => {
    const points = new Float64Array([1, Number.NaN, 3]);
    const early = document.createElement('cuvette-late') as ProbeElement;
    early.points = points;
    early.count = 4;
    document.body.append(early);
    define('cuvette-late');
    await settled();
    expect(last().points).to.equal(points);
    expect(early.points).to.equal(points);
    expect(button(early).textContent).to.contain('none 4 shut');
    early.count = 5;
    await settled();
    expect(button(early).textContent).to.contain('none 5 shut');
    early.remove();
  });

  it('reads a boolean by presence and reflects it so', async () => {
    const element = await probe(html`<cuvette-probe open></cuvette-probe>`);
    expect(button(element).textContent).to.contain('open');
    element.open = false;
    expect(element.hasAttribute('open')).to.equal(false);
    await settled();
    expect(button(element).textContent).to.contain('shut');
    element.open = true;
    expect(element.getAttribute('open')).to.equal('');
    element.setAttribute('open', 'on');
    await settled();
    expect(element.open).to.equal(true);
  });

  it('goes back to the default when an attribute is removed or a property is set to nothing', async () => {
    const element = await probe(html`<cuvette-probe label="ring" count="3"></cuvette-probe>`);
    expect(button(element).textContent).to.contain('ring 3');
    element.removeAttribute('label');
    element.count = undefined as never;
    await settled();
    expect(button(element).textContent).to.contain('none no count');
    expect(element.hasAttribute('count')).to.equal(false);
  });

  it('refuses a number that is none and JSON that is broken, says so, and lives on', async () => {
    const messages: string[] = [];
    const listen = (event: CustomEvent<{ message: string }>) => messages.push(event.detail.message);
    document.addEventListener('cuvette-error', listen as never);
    const element = await probe(html`<cuvette-probe count="abc" table="{broken" label="alive"></cuvette-probe>`);
    document.removeEventListener('cuvette-error', listen as never);
    expect(button(element).textContent).to.contain('alive no count');
    expect(messages.join(' ')).to.contain('count="abc" is not a number').and.to.contain('table is not valid JSON');
    element.setAttribute('table', '{"rows":[1]}');
    await settled();
    expect(last().table).to.deep.equal({ rows: [1] });
  });

  it('mounts nothing while it is not on the page', async () => {
    const before = mounts;
    const element = document.createElement('cuvette-probe') as ProbeElement;
    element.setAttribute('label', 'detached');
    element.count = 2;
    await settled();
    expect(mounts).to.equal(before);
    expect(element.shadowRoot.childElementCount).to.equal(0);
  });

  it('keeps its state when it is moved, by append and by moveBefore, and unmounts when removed', async () => {
    const element = await probe(html`<cuvette-probe label="moved"></cuvette-probe>`);
    const place = document.createElement('section');
    document.body.append(place);
    button(element).click();
    await settled();
    const mounted = mounts;
    place.append(element);
    await settled();
    expect(button(element).textContent).to.contain('clicks 1');
    const other = document.createElement('section');
    document.body.append(other);
    (other as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, null);
    await settled();
    expect(button(element).textContent).to.contain('clicks 1');
    expect(mounts).to.equal(mounted);
    element.remove();
    await settled();
    expect(element.shadowRoot.querySelector('button')).to.equal(null);
    document.body.append(element);
    await settled();
    expect(button(element).textContent).to.contain('clicks 0');
    element.remove();
    place.remove();
    other.remove();
  });

  it('sends events that a listener on the document hears, with the element as target', async () => {
    const element = await probe(html`<cuvette-probe></cuvette-probe>`);
    const heard: CustomEvent[] = [];
    const listen = (event: Event) => heard.push(event as CustomEvent);
    document.addEventListener('cuvette-select', listen);
    button(element).click();
    document.removeEventListener('cuvette-select', listen);
    expect(heard).to.have.length(1);
    expect(heard[0]?.target).to.equal(element);
    expect(heard[0]?.detail).to.deep.equal({ structure: 'one', atoms: [0] });
  });

  it('shows a fault of the view in words and reports it', async () => {
    const messages: string[] = [];
    const listen = (event: Event) => messages.push((event as CustomEvent<{ message: string }>).detail.message);
    document.addEventListener('cuvette-error', listen);
    const element = await probe(html`<cuvette-probe label="break"></cuvette-probe>`);
    document.removeEventListener('cuvette-error', listen);
    expect(messages).to.deep.equal(['planted fault']);
    expect(element.shadowRoot.querySelector('[role=alert]')?.textContent).to.contain('planted fault');
    element.label = 'whole';
    await settled();
    expect(button(element).textContent).to.contain('whole');
    element.label = 'break';
    await settled();
    expect(button(element).textContent).to.equal('Try again');
  });

  it('is defined once, and a second bundle of another version gets an error', () => {
    const First = customElements.get('cuvette-probe') as CustomElementConstructor & { cuvetteVersion: string };
    const warnings: string[] = [];
    const warn = console.warn;
    console.warn = (text: string) => warnings.push(text);
    try {
      expect(define('cuvette-probe')).to.equal(First);
      expect(warnings).to.have.length(0);
      First.cuvetteVersion = '9.9.9';
      define('cuvette-probe');
      expect(warnings.join()).to.contain('already defined on this page by Cuvette 9.9.9');
    } finally {
      console.warn = warn;
    }
  });

  it('adopts the style sheets and reads light and dark from the theme', async () => {
    const element = await probe(html`<cuvette-probe theme="dark"></cuvette-probe>`);
    expect(element.shadowRoot.adoptedStyleSheets.length).to.be.greaterThan(1);
    const dark = getComputedStyle(element).color;
    element.setAttribute('theme', 'light');
    expect(getComputedStyle(element).color).not.to.equal(dark);
    expect(getComputedStyle(element).display).to.equal('block');
  });

  it('takes its colours by the property `theme` as by the attribute, those of lit too', async () => {
    for (const tag of ['cuvette-structure', 'cuvette-value'] as const) {
      const element = (await fixture(`<${tag}></${tag}>`)) as HTMLElementTagNameMap[typeof tag];
      const scheme = () => getComputedStyle(element).colorScheme;
      const own = scheme();
      element.theme = 'dark';
      await element.updateComplete;
      expect([scheme(), element.getAttribute('theme')], tag).to.deep.equal(['dark', 'dark']);
      element.setAttribute('theme', 'light');
      expect([scheme(), element.theme], tag).to.deep.equal(['light', 'light']);
      element.theme = null;
      await element.updateComplete;
      expect(scheme(), tag).to.equal(own);
    }
  });

  it('takes its height from an attribute, without inline style, and says what is no height', async () => {
    defineElement<ProbeProps & ElementLook>({ tag: 'cuvette-high', view: Probe, attributes: { ...lookAttributes } });
    const element = (await probe(html`<cuvette-high height="321"></cuvette-high>`)) as HTMLElement & ElementLook;
    const high = () => element.getBoundingClientRect().height;
    expect(high()).to.equal(321);
    expect(element.hasAttribute('style')).to.equal(false);
    expect(last()).to.not.have.property('height');
    element.height = 200;
    expect([element.getAttribute('height'), high()]).to.deep.equal(['200', 200]);
    element.setAttribute('height', 'calc(10px + 5em)');
    expect(high()).to.be.greaterThan(60);
    const problems: string[] = [];
    element.addEventListener('cuvette-error', (event) => problems.push(event.detail.message));
    element.setAttribute('height', '20px } * { color: red');
    await settled();
    expect(problems).to.deep.equal([
      'The attribute height="20px } * { color: red" is not a height. Write pixels (500) or a length of CSS (60vh).',
    ]);
    const free = high();
    element.removeAttribute('height');
    expect(high()).to.equal(free);
    expect(free).to.be.lessThan(60);
  });
});
