import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { strToU8, zipSync } from 'fflate';
import { still } from '../../ui/test-helpers.ts';
import { $, $$, type Host, show, text, until } from '../test-helpers.ts';
import { fittingName } from './alignment-view.tsx';

const item = (object_status: number, output_formats = ['colabfold', 'boltz']) =>
  WorkflowItem.parse({
    uuid: '11111111-1111-4111-8111-111111111111',
    name: 'ubiquitin',
    parent_uuid: '22222222-2222-4222-8222-222222222222',
    object_type: 'msa',
    object_status,
    object_data: { initial_protein_sequences: [{ sequence: 'MQIFVKTL' }], output_formats },
    created_at: '2026-11-22T00:00:00Z',
    updated_at: '2026-11-22T00:00:00Z',
  });

/** A server that knows one alignment of many sequences; what was asked of it is kept. */
function server(status: number) {
  const asked: string[] = [];
  const rows = Array.from({ length: 10_000 }, (_, index) => `>relative ${index + 1}\nMQIfFVK-L\n`);
  const zip = zipSync({ 'unpaired/0.a3m': strToU8(`>query\nMQIFVKTL\n${rows.join('')}`), 'paired/0.a3m': strToU8('') });
  const fetch = async (address: RequestInfo | URL) => {
    asked.push(String(address));
    return new Response(status === 200 ? new Uint8Array(zip) : '{"detail":"gone"}', { status });
  };
  return { asked, client: createClient({ origin: 'http://server', fetch: fetch as typeof globalThis.fetch }) };
}

const button = (host: Host) =>
  $$<HTMLButtonElement>(host, 'button').find(({ textContent }) => textContent === 'Download MSA');

describe('alignments', () => {
  it('of 10 000 sequences are drawn with coverage and conservation, downloaded in a chosen format, and pass axe', async () => {
    const { asked, client } = server(200);
    const host = await show({ item: item(2), client });
    const box = await until(() => $<HTMLElement>(host, '.cv-alignment'));
    // Nothing else is there to be seen: no viewer takes half of the page.
    expect($(host, '.cv-result-viewer') === null).to.equal(true);
    expect(text(host)).to.contain('ubiquitin is completed. The alignment can be downloaded.');
    // One column of eight is missing in nearly all rows, so that 7/8 is covered; the letters that there are agree.
    expect(box.getAttribute('aria-label')).to.equal(
      '10001 sequences, 8 columns, mean coverage 0.88, mean conservation 1.00',
    );
    // One picture as large as the box, however many the rows.
    const canvas = box.querySelector('canvas');
    expect(canvas && canvas.clientHeight).to.be.at.most(box.clientHeight);
    expect(box.scrollHeight).to.be.greaterThan(10_000 * 16);
    // A name is cut at the end of its space, however wide its letters are, and shown whole under the pointer.
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) throw new Error('no picture');
    pen.font = '11px sans-serif';
    for (const name of ['WWWWWWWWWWWWWWWWWWWWWW', 'shuffled_of_the_query_number_12', 'short']) {
      const shown = fittingName(pen, name, 122);
      expect(pen.measureText(shown).width).to.be.at.most(122);
      expect(shown === name).to.equal(name === 'short');
      expect(name.startsWith(shown.replace('…', ''))).to.equal(true);
    }
    const { left, top } = box.getBoundingClientRect();
    await until(() => {
      box.dispatchEvent(new PointerEvent('pointermove', { clientX: left + 20, clientY: top + 1 + 74 + 16 + 8 }));
      return box.title === 'relative 1';
    });
    const before = canvas.toDataURL();
    box.scrollTop = 90_000;
    await until(() => canvas.toDataURL() !== before);
    await still();
    await expect(host).to.be.accessible();
    const choice = $<HTMLSelectElement>(host, 'select');
    if (!choice) throw new Error('no selector');
    expect([...choice.options].map(({ textContent }) => textContent)).to.deep.equal([
      'ColabFold (.a3m)',
      'Boltz (.csv)',
    ]);
    choice.value = 'boltz';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await still();
    button(host)?.click();
    await until(() => asked.some((address) => address.endsWith('/get_msa_files?msa_format=boltz')));
    expect($(host, '[role="alert"]')).to.equal(null);
  });

  it('that cannot be downloaded say so, and wait for the end of the work', async () => {
    const { client } = server(500);
    const host = await show({ item: item(2, ['boltz']), client });
    const download = await until(() => button(host));
    // The alert interrupts wherever the page was scrolled to meanwhile.
    host.style.marginTop = '3000px';
    window.scrollTo(0, 0);
    download.click();
    await until(() => $(host, '[role="alert"]')?.textContent === 'Failed to download MSA files.');
    const inView = () => {
      const { top, bottom } = $(host, '[role="alert"]')?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top >= 0 && bottom <= window.innerHeight;
    };
    await until(inView);
    await still();
    await expect(host).to.be.accessible();
    const running = await show({ item: item(1), client });
    await until(() => button(running)?.disabled);
    expect(text(running)).to.contain('ubiquitin running');
    expect($(running, '.cv-alignment')).to.equal(null);
  });
});
