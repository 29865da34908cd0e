import { createClient } from '@cuvette/core/client';
import { makeTable, numberColumn } from '@cuvette/core/tables';
import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import './table.tsx';
import './trajectory.tsx';
import './viewer.tsx';
import { ethanol } from '../viewer/test-helpers.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot };
const said = (host: Host) => host.shadowRoot.textContent ?? '';
const crashed = 'could not be drawn';

/** An element with properties that a page's script got wrong, and what it reported. */
async function given(tag: string, properties: Record<string, unknown>): Promise<{ host: Host; reported: string[] }> {
  const box = await fixture<HTMLElement>(html`<div></div>`);
  const host = document.createElement(`cuvette-${tag}`) as Host;
  const reported: string[] = [];
  host.addEventListener('cuvette-error', ({ detail }) => reported.push(detail.message));
  host.setAttribute('antialias', 'off');
  host.setAttribute('style', 'width:300px;height:240px');
  Object.assign(host, properties);
  box.append(host);
  return { host, reported };
}

/** Waits for words of the element itself; fails at once where it gave up. */
async function until(host: Host, text: string | RegExp, what: string) {
  await waitUntil(() => said(host).match(text) || said(host).includes(crashed), what);
  expect(said(host), what).to.match(RegExp(text));
}

const table = makeTable({
  id: 'two',
  title: 'Two',
  length: 2,
  columns: [numberColumn({ id: 'energy', title: 'Energy', precision: 1 }, [1, 2])],
  empty: '',
});
const frames = [0, 1, 2].map(() => ethanol);

describe('what a page gives wrong', () => {
  it('no molecule: "Preview not available"', async () => {
    const wrong: unknown[] = [
      5,
      'text',
      {},
      [],
      { atoms: null },
      { atoms: 'x' },
      { atoms: [null] },
      { atoms: [{ atomic_number: 6 }] },
      { atoms: [{ atomic_number: 6, position: 'abc' }] },
      { atoms: [{ atomic_number: 6, position: [0, Number.NaN, 0] }] },
    ];
    for (const molecule of wrong) {
      const { host } = await given('viewer', { molecule });
      await until(host, 'Preview not available', JSON.stringify(molecule));
    }
    const { host, reported } = await given('viewer', { molecule: { atoms: null } });
    await waitUntil(() => reported.length > 0);
    expect(reported).to.deep.equal(['The property molecule is not a molecule: { atoms }.']);
    Object.assign(host, { molecule: ethanol });
    await waitUntil(() => !said(host).includes('Preview not available'), 'the next one is shown');
  });

  it('no address of a file: that it is none', async () => {
    const { host, reported } = await given('viewer', { file: 'http://[bad' });
    await until(
      host,
      /The structure cannot be shown\..*"http:\/\/\[bad" is not the address of a file\./,
      'the address',
    );
    await waitUntil(() => reported.length > 0);
    expect(reported).to.deep.equal(['"http://[bad" is not the address of a file. Check how it is written.']);
  });

  it('beside a molecule: the molecule is shown, and the rest is reported', async () => {
    const wrong: [string, unknown[]][] = [
      ['vibration', [5, {}, { displacements: null, frequency: 1 }, { displacements: [null], frequency: 'x' }]],
      ['values', [5, {}, [null], [{}], [{ id: 'a', title: 'A', kind: 'signed', precision: 1, values: null }]]],
      ['surfaces', [5, {}, [null], [{ header: null }]]],
      ['overlay', [5, {}, [null], [{}], [{ atoms: null }]]],
    ];
    for (const [name, values] of wrong) {
      for (const value of values) {
        const what = `${name} ${JSON.stringify(value)}`;
        const { host, reported } = await given('viewer', { molecule: ethanol, label: 'Ethanol', [name]: value });
        await until(host, 'Ethanol', what);
        await waitUntil(() => reported.length > 0, what);
        expect(reported.join(), what).to.match(RegExp(`^The property ${name} is not a [^.]+\\.$`));
      }
    }
  });

  it('no table, columns or actions', async () => {
    const [column] = table.columns;
    const wrong: unknown[] = [
      5,
      {},
      [],
      { ...table, columns: null },
      { ...table, columns: [null] },
      { ...table, columns: [{ ...column, values: null }] },
      { ...table, columns: [{ id: 'a', title: 'A', kind: 'text', values: [{}, 5] }] },
      { ...table, length: -1 },
      { ...table, structures: null },
      { ...table, length: 3, structures: [null, null, null] },
      { ...table, columns: [column, { id: 'a', title: 'A', kind: 'text', values: ['one'] }] },
      { ...table, structures: [null] },
    ];
    for (const data of wrong) {
      const { host, reported } = await given('table', { data });
      await until(host, 'This element has no source.', JSON.stringify(data));
      await waitUntil(() => reported.length > 0);
      expect(reported.join()).to.match(/^The property data is not a table/);
    }
    for (const [name, value] of Object.entries({ columns: [5], actions: [null] })) {
      for (const each of [value, 5, {}]) {
        const { host, reported } = await given('table', { data: table, [name]: each });
        await until(host, '2 rows', `${name} ${JSON.stringify(each)}`);
        await waitUntil(() => reported.length > 0);
        expect(reported.join()).to.match(RegExp(`^The property ${name} is not a list`));
      }
    }
  });

  it('no frames or bonds', async () => {
    for (const wrong of [5, {}, [null], [{ atoms: null }]]) {
      const { host, reported } = await given('trajectory', { frames: wrong });
      await until(host, 'This element has no source.', JSON.stringify(wrong));
      await waitUntil(() => reported.length > 0);
      expect(reported).to.deep.equal(['The property frames is not a list of molecules: { atoms }.']);
    }
    for (const bonds of [5, {}, [5], [[0]], [null]]) {
      const { host, reported } = await given('trajectory', { frames, bonds });
      await until(host, 'Frame 1 of 3', JSON.stringify(bonds));
      await waitUntil(() => reported.length > 0);
      expect(reported).to.deep.equal(['The property bonds is not a list of pairs of atoms, counted from 0.']);
    }
  });

  it('no item or client', async () => {
    const item = { uuid: 'u', object_type: 'macropka', object_status: 2, object_data: 5, name: 'x' };
    for (const tag of ['viewer', 'table', 'trajectory']) {
      const { host, reported } = await given(tag, { item });
      await until(host, 'This element has no source.', tag);
      await waitUntil(() => reported.length > 0);
      expect(reported).to.deep.equal(['The property item is not a workflow item.']);
    }
    const { host, reported } = await given('table', { client: {}, data: table });
    await until(host, '2 rows', 'the table needs no client');
    expect(reported).to.deep.equal([]);
    const { host: other, reported: told } = await given('viewer', { client: {}, workflow: 'none' });
    await waitUntil(() => told.length > 0);
    expect(told[0]).to.equal('The property client is not a client that createClient made.');
    Object.assign(other, { client: createClient({ origin: location.origin }) });
    expect(said(other)).not.to.contain(crashed);
  });
});
