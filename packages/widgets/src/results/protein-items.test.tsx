import { readPdb } from '@cuvette/core/chemistry';
import { type Client, createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { $, basic, caption, type Host, stage, until } from './test-helpers.ts';
import '../elements/viewer.tsx';

// The bundler must not take this for a part of the program: the address is made beside `new URL`.
const here = import.meta.url;
const protein = '00000000-0000-4000-8000-00000000000a';
const composition = 'chain A, 225 residues, 1 modified residue';

/** A viewer of an item of a type whose proteins are in its bundle. */
async function viewerOf(type: string, data: Record<string, unknown>, readable = () => true): Promise<Host> {
  const bundle = basic();
  const pdb = readPdb(await (await fetch(new URL('../viewer/fixtures/1ema.pdb.gz', here))).text());
  const item = WorkflowItem.parse({ ...bundle.items[0], object_type: type, object_data: data });
  const proteins = { [protein]: { uuid: protein, name: 'GFP', data: pdb } };
  const whole = createClient({ bundle: { ...bundle, items: [item], proteins } });
  const client: Client = { ...whole, protein: (uuid) => whole.protein(readable() ? uuid : 'another') };
  const element = await fixture<Host>(
    html`<cuvette-viewer session=${`${type} ${Math.random()}`} style="width:360px;height:320px"></cuvette-viewer>`,
  );
  Object.assign(element, { item, client });
  return element;
}

describe('proteins of items', () => {
  it('a predicted structure is drawn as a macromolecule whose B factors are confidences', async () => {
    const sample = { predicted_structure_uuid: protein, predicted_refined_structure_uuid: null };
    const element = await viewerOf('protein_cofolding', {
      cofolding_results: [sample],
      predicted_structure_uuid: protein,
    });
    const { detail } = await oneEvent(element, 'cuvette-ready');
    expect(detail.atoms).to.equal(1866);
    expect(stage(element)).to.contain(composition);
  });

  it('a docked pose lies in its protein; where that cannot be read, the page says so beside the pose and the log has it', async () => {
    const [pose] = Object.keys(basic().molecules ?? basic().calculations ?? {});
    const data = { target_uuid: protein, scores: [{ pose, score: -7.1, strain: 1.2, posebusters_valid: true }] };
    const element = await viewerOf('docking', data);
    await until(() => stage(element).includes('1 ligand, 95 waters'), 12000);
    expect(stage(element)).to.contain(`${composition}, 1 ligand, 95 waters`);
    expect(caption(element)).to.contain('Pose 1');
    const logged: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => logged.push(words[0]);
    try {
      let isThere = false;
      const alone = await viewerOf('docking', data, () => isThere);
      await until(() => stage(alone).includes('9 atoms'), 12000);
      expect(stage(alone)).not.to.contain('chain');
      await until(() => logged.includes("Couldn't read workflow's protein."), 12000);
      const alert = $(alone, '[role=alert]');
      expect(alert?.querySelector('p')?.textContent).to.equal(
        "Couldn't read workflow's protein. The ligand is shown without it.",
      );
      await expect(alone).to.be.accessible();
      // No such message is shown where the protein was read.
      expect($(element, '[role=alert]')).to.equal(null);
      isThere = true;
      $(alone, '[role=alert] button')?.click();
      await until(() => stage(alone).includes('1 ligand, 95 waters'), 12000);
      expect($(alone, '[role=alert]')).to.equal(null);
    } finally {
      console.error = error;
    }
  });

  it('a predicted structure that cannot be read is called the protein in its place', async () => {
    const { error } = console;
    console.error = () => {};
    try {
      const data = { cofolding_results: [], predicted_structure_uuid: protein };
      const element = await viewerOf('protein_cofolding', data, () => false);
      await until(() => $(element, '.cv-viewer-cover')?.textContent === "Couldn't read workflow's protein.", 12000);
    } finally {
      console.error = error;
    }
  });
});
