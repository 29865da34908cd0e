/** A pose-analysis MD of the TYK2 complex as a file: the structure is real, its frames are the ligand drawn out of the pocket step by step. */
import { distance, readPdb } from '@cuvette/core/chemistry';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { atomNamesInOrder, atomsInOrder } from '@cuvette/core/trajectory';

const uuid = '7d1f0d3c-5a55-4b6f-9d0e-0000000000aa';
const protein = '7d1f0d3c-5a55-4b6f-9d0e-0000000000bb';
const frames = 4;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The item and its bundle; `pair` is the closest contact and its distance (Å) in the last frame. Of its two trajectories the file holds the first. */
export async function kinaseBundle() {
  // The bundler must not take this for a part of the program: the address is made beside `new URL`.
  const here = import.meta.url;
  const pdb = readPdb(await (await fetch(new URL('../viewer/fixtures/tyk2-complex.pdb.gz', here))).text());
  const atoms = atomsInOrder(pdb);
  const names = atomNamesInOrder(pdb);
  const ofLigand = names.map((name) => name.startsWith('LIG'));
  const heavy = atoms.map(({ atomic_number }) => atomic_number > 1);
  const contacts = atoms
    .flatMap((ligand, ligand_atom_index) =>
      ofLigand[ligand_atom_index] && heavy[ligand_atom_index]
        ? atoms.flatMap((atom, protein_atom_index) => {
            if (ofLigand[protein_atom_index] || !heavy[protein_atom_index]) return [];
            const apart = distance(atom.position, ligand.position);
            return apart < 4 ? [{ protein_atom_index, ligand_atom_index, apart }] : [];
          })
        : [],
    )
    .sort((a, b) => a.apart - b.apart)
    .map(({ protein_atom_index, ligand_atom_index, apart }) => ({
      protein_atom_index,
      ligand_atom_index,
      occupancy: Math.round(100 * (1 - apart / 8)) / 100,
    }));
  const placesOf = (frame: number) =>
    atoms.flatMap(({ position: [x, y, z] }, atom) => (ofLigand[atom] ? [x + 0.4 * frame, y, z] : [x, y, z]));
  const positions = Float32Array.from(Array.from({ length: frames }, (_, frame) => placesOf(frame)).flat());
  const ligand_rmsd = Array.from({ length: frames }, (_, frame) => 0.4 * frame);
  const item = WorkflowItem.parse({
    uuid,
    name: 'TYK2 with its ligand',
    created_at: '2026-01-01T00:00:00Z',
    object_status: 2,
    object_type: 'pose_analysis_md',
    parent_uuid: crypto.randomUUID(),
    object_data: {
      initial_smiles: 'CC',
      minimized_protein_uuid: protein,
      simulation_time_ns: 10,
      timestep_fs: 2,
      trajectories: [0, 1].map(() => ({ uuid: crypto.randomUUID(), ligand_rmsd, contacts })),
    },
  });
  const bundle = Bundle.parse({
    format: 'cuvette-bundle',
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    server: null,
    items: [item],
    calculations: {},
    proteins: { [protein]: { uuid: protein, name: 'TYK2', data: pdb } },
    files: {
      a: {
        media_type: 'application/octet-stream',
        workflow_uuid: uuid,
        name: 'trajectory-0',
        kind: 'trajectory',
        bytes: positions.byteLength,
        details: { replicate: 0, num_atoms: atoms.length, num_frames: frames },
        base64: base64(new Uint8Array(positions.buffer)),
      },
    },
  });
  const [closest] = contacts;
  const [a, b] = [closest?.protein_atom_index ?? 0, closest?.ligand_atom_index ?? 0];
  const at = (atom: number) => {
    const start = 3 * ((frames - 1) * atoms.length + atom);
    return [...positions.subarray(start, start + 3)] as [number, number, number];
  };
  return { item, bundle, pair: { atoms: [a, b], last: distance(at(a), at(b)) } };
}
