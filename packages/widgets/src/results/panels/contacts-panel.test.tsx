import { macromoleculeOf, readPdb } from '@cuvette/core/chemistry';
import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { still } from '../../ui/test-helpers.ts';
import { $$, basic, type Host, show, text, until } from '../test-helpers.ts';

const here = import.meta.url;
const protein = '00000000-0000-4000-8000-00000000000a';

const pressed = (host: Host) =>
  $$(host, '.cv-choices button[aria-pressed="true"]').map(({ textContent }) => textContent);

/** The texts of the files that these buttons offer, one after the other. */
async function savedBy(host: Host, labels: readonly string[]): Promise<string[]> {
  const { createObjectURL } = URL;
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return '#saved';
  };
  try {
    for (const [index, label] of labels.entries()) {
      $$(host, '.cv-choices button')
        .find(({ textContent }) => textContent === label)
        ?.click();
      await until(() => blobs.length === index + 1, 60_000);
    }
  } finally {
    URL.createObjectURL = createObjectURL;
  }
  return Promise.all(blobs.map((blob) => blob.text()));
}

describe('contacts of a docked pose', () => {
  it('are listed with the residues near, drawn by kind, and pass axe', async () => {
    const bundle = basic();
    const pdb = readPdb(await (await fetch(new URL('../../viewer/fixtures/1ema.pdb.gz', here))).text());
    const [pose = ''] = Object.keys(bundle.calculations);
    // Ethanol is put where its first carbon is 3.8 Å from the first side chain's carbon of the protein.
    const { atoms, names } = macromoleculeOf(pdb);
    const target = atoms[names.indexOf('CB')]?.position ?? [0, 0, 0];
    for (const molecule of bundle.calculations[pose]?.molecules ?? []) {
      const from = [...(molecule.atoms[0]?.position ?? [])];
      for (const atom of molecule.atoms) {
        atom.position = atom.position.map(
          (value, axis) => value - (from[axis] ?? 0) + (target[axis] ?? 0) + (axis === 0 ? 3.8 : 0),
        ) as [number, number, number];
      }
    }
    const item = WorkflowItem.parse({
      ...bundle.items[0],
      object_type: 'docking',
      object_data: { target_uuid: protein, scores: [{ pose, score: -7.1, strain: 1.2, posebusters_valid: true }] },
      smiles: 'CCO',
    });
    const proteins = { [protein]: { uuid: protein, name: 'GFP', data: pdb } };
    const host = await show({
      item,
      client: createClient({ bundle: { ...bundle, items: [item], proteins } as never }),
    });
    await until(() => text(host).includes('Contacts of the pose shown'), 20_000);
    await until(() => text(host).includes('hydrophobic contact'));
    expect(text(host)).to.match(/residues? within 5 Å of the ligand: \S/);
    // The residues that are listed are drawn from the start; the surface only when it is asked for.
    expect(pressed(host)).to.deep.equal(['All contacts', 'Residues near']);
    await until(() => $$(host, '.cv-mark-legend li').some((line) => line.textContent === 'hydrophobic contact'));
    $$(host, '.cv-choices button')
      .find(({ textContent }) => textContent === 'No contacts')
      ?.click();
    await until(() => pressed(host).includes('No contacts'));
    $$(host, '.cv-choices button')
      .find(({ textContent }) => textContent === 'Surface of the protein')
      ?.click();
    await until(() => pressed(host).includes('Surface of the protein'));

    const [sdf = '', complex = ''] = await savedBy(host, ['Download the pose (SDF)', 'Download complex (PDB)']);
    expect(sdf).to.contain('Pose 1\n');
    expect(sdf).to.match(/ 9 {2}8 .*V2000/);
    expect(sdf).to.contain('>  <Score (kcal/mol)>\n-7.1\n');
    expect(complex.match(/^HETATM.{11}LIG/gm)).to.have.length(9);
    expect(complex).to.match(/^ATOM .* CA /m);
    await still();
    await expect(host).to.be.accessible();
  });
});
