import { createClient } from '@cuvette/core/client';
import { Bundle, type WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import '../elements/workflow.tsx';
import { $$, type Host, openTab, until } from './test-helpers.ts';

const load = import.meta.glob('../../../../examples/results/protein_md.cuvette.json', { import: 'default' });

it('the dynamics of a protein: a quantity of the frames as a person chooses it, fluctuations and clusters', async () => {
  const bundle = Bundle.parse(await Object.values(load)[0]?.());
  const host = document.createElement('cuvette-workflow') as Host;
  host.setAttribute('style', 'display:block;width:1000px;height:700px');
  host.item = bundle.items[0] as WorkflowItem;
  host.client = createClient({ bundle });
  document.body.append(host);
  const plotted = (words: string) =>
    until(() => $$(host, '[role=img]').find((each) => each.getAttribute('aria-label')?.startsWith(words)));
  await plotted('RMSD (Å) over 50 frames');
  const choices = $$(host, '.cv-trajectory-field select') as HTMLSelectElement[];
  const choice = choices.find(({ value }) => value === 'rmsd') as HTMLSelectElement;
  expect([...choice.options].map(({ text }) => text)).to.deep.equal([
    'RMSD (Å)',
    'Radius of gyration (Å)',
    'Contacts kept',
    'Accessible surface (Å²)',
    'Polar surface (Å²)',
  ]);
  choice.value = 'radius_of_gyration';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  await plotted('Radius of gyration (Å) over 50 frames');
  openTab(host, 'Fluctuations');
  await until(() => $$(host, 'tbody td').some((cell) => /^[A-Z][a-z]{2}\d+ A$/.test(cell.textContent ?? '')));
  openTab(host, 'Clusters');
  await until(() => $$(host, 'th').some((head) => head.textContent?.includes('Share of the frames')));
  host.remove();
});
