import { parseResidueKey, residueNamesOf, residuesInOrder } from './residues.ts';
import type { Pdb, PdbAtom, PdbModel, PdbNonPolymer } from './schema.ts';

/**
 * Writes the dictionary as an mmCIF file (PDBx/mmCIF dictionary) that `readMmcif` gives back: atoms with the authors' names and numbers, chains,
 * sequences, helices and strands, what is missing, crystal, experiment and title. Any number of atoms and chains, and chain names of any length, fit.
 * Biological assemblies are left out: the archive has them in tables of operators that the dictionary does not keep.
 */
export function writeMmcif(pdb: Pdb): string {
  const { description, experiment, quality, geometry } = pdb;
  const code = description.code ?? 'cuvette';
  const { unit_cell, space_group } = geometry.crystallography;
  const [model] = pdb.models;
  return [
    `data_${code.replace(/[^\w-]+/g, '_')}`,
    single('entry', [['id', code]]),
    single('struct', [
      ['entry_id', code],
      ['title', description.title],
    ]),
    single('struct_keywords', [
      ['entry_id', code],
      ['pdbx_keywords', description.classification],
      ['text', description.keywords.join(', ') || null],
    ]),
    single('pdbx_database_status', [
      ['entry_id', code],
      ['recvd_initial_deposition_date', description.deposition_date],
    ]),
    loop(
      'audit_author',
      ['name', 'pdbx_ordinal'],
      description.authors.map((name, index) => [name, String(index + 1)]),
    ),
    single('exptl', [
      ['entry_id', code],
      ['method', experiment.technique],
    ]),
    single('entity_src_gen', [
      ['pdbx_gene_src_scientific_name', experiment.source_organism],
      ['pdbx_host_org_scientific_name', experiment.expression_system],
    ]),
    single('refine', [
      ['entry_id', code],
      ['ls_d_res_high', numberOf(quality.resolution)],
      ['ls_R_factor_R_work', numberOf(quality.rvalue)],
      ['ls_R_factor_R_free', numberOf(quality.rfree)],
    ]),
    unit_cell?.length === 6
      ? single(
          'cell',
          ['length_a', 'length_b', 'length_c', 'angle_alpha', 'angle_beta', 'angle_gamma'].map((item, index) => [
            item,
            numberOf(unit_cell[index] ?? null),
          ]),
        )
      : '',
    single('symmetry', [['space_group_name_H-M', space_group]]),
    loop(
      'pdbx_unobs_or_zero_occ_residues',
      ['id', 'PDB_model_num', 'auth_asym_id', 'auth_comp_id', 'auth_seq_id', 'PDB_ins_code', 'occupancy_flag'],
      experiment.missing_residues.flatMap(({ name, id }, index) => {
        const place = parseResidueKey(id);
        if (!place) return [];
        return [[String(index + 1), '1', place.chain, name, String(place.number), place.insertion || null, '1']];
      }),
    ),
    ...(model ? [entities(pdb), names(pdb), sequences(model), ...secondary(model)] : []),
    ...atoms(pdb),
  ]
    .filter((part) => part !== '')
    .join('\n#\n')
    .concat('\n#\n');
}

type Cell = string | null;

/** A category of single items; nothing where none of those beside `entry_id` is known. */
function single(category: string, items: readonly (readonly [string, Cell])[]): string {
  if (!items.some(([item, value]) => item !== 'entry_id' && value !== null)) return '';
  return items.map(([item, value]) => `_${category}.${item} ${written(value)}`).join('\n');
}

function loop(category: string, items: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  const head = items.map((item) => `_${category}.${item}`);
  return ['loop_', ...head, ...rows.map((row) => row.map(written).join(' '))].join('\n');
}

/** A value as CIF 1.1 has it: bare, in quotes, or as a text field where it holds both kinds of quotes or a line's end. */
function written(value: Cell): string {
  if (value === null) return '?';
  const isBare = /^[^\s_#$'"[\];?.]\S*$|^[?.]\S+$/.test(value);
  if (isBare && !/^(?:data_|save_|loop_|global_|stop_)/i.test(value)) return value;
  if (!/[\r\n]/.test(value)) {
    if (!/'(?=\s)/.test(value)) return `'${value}'`;
    if (!/"(?=\s)/.test(value)) return `"${value}"`;
  }
  return `\n;${value.replace(/\r\n?/g, '\n').replace(/\n;/g, '\n ;')}\n;\n`;
}

function numberOf(value: number | null): Cell {
  return value === null ? null : String(value);
}

/** A number with so many decimals, or with up to six where it has more. */
function decimals(value: number, least: number): string {
  const text = value.toFixed(least);
  return Number(text) === value ? text : String(Number(value.toFixed(6)));
}

/** Returns the entity of a residue: each chain is an entity, each kind of ligand, and all waters together. */
function entityOf(place: 'polymer' | 'non-polymer' | 'branched' | 'water', name: string): string {
  return place === 'water' ? place : `${place}\n${name}`;
}

interface Listed {
  chain: string;
  key: string;
  name: string;
  /** 1-based place in the chain; null for what is not part of one. */
  place: number | null;
  entity: string;
  atoms: Record<string, PdbAtom>;
}

function* listed(model: PdbModel): Generator<Listed> {
  for (const [chain, { residues }] of Object.entries(model.polymer)) {
    for (const [key, { name, number, atoms: own }] of residuesInOrder(residues)) {
      yield { chain, key, name: name ?? 'UNK', place: number, entity: entityOf('polymer', chain), atoms: own };
    }
  }
  const groups = [
    ['non-polymer', model.non_polymer],
    ['branched', model.branched as Record<string, PdbNonPolymer>],
    ['water', model.water],
  ] as const;
  for (const [place, group] of groups) {
    for (const [key, { name, polymer, atoms: own }] of Object.entries(group)) {
      const known = name ?? 'HOH';
      yield { chain: polymer, key, name: known, place: null, entity: entityOf(place, known), atoms: own };
    }
  }
}

/** Numbers of the entities of all models, in the order in which they come first. */
function entityNumbers(pdb: Pdb): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const model of pdb.models) {
    for (const { entity } of listed(model)) if (!numbers.has(entity)) numbers.set(entity, numbers.size + 1);
  }
  return numbers;
}

function entities(pdb: Pdb): string {
  return loop(
    'entity',
    ['id', 'type'],
    [...entityNumbers(pdb)].map(([entity, number]) => [String(number), entity.split('\n')[0] ?? null]),
  );
}

/** The chemical names of residues that have one. */
function names(pdb: Pdb): string {
  const full = new Map<string, string>();
  for (const { polymer, non_polymer, branched } of pdb.models) {
    const residues = [
      ...Object.values(polymer).flatMap((chain) => Object.values(chain.residues)),
      ...Object.values(non_polymer),
      ...Object.values(branched as Record<string, PdbNonPolymer>),
    ];
    for (const { name, full_name } of residues) if (name !== null && full_name !== null) full.set(name, full_name);
  }
  return loop('chem_comp', ['id', 'name'], [...full]);
}

/** The whole sequences, observed or not. */
function sequences(model: PdbModel): string {
  return loop(
    'pdbx_poly_seq_scheme',
    ['asym_id', 'seq_id', 'mon_id', 'pdb_strand_id'],
    Object.entries(model.polymer).flatMap(([chain, { sequence, residues }]) => {
      const present = Object.values(residues).map(({ name }) => name ?? 'UNK');
      return residueNamesOf(sequence ?? '', present).map((name, index) => [chain, String(index + 1), name, chain]);
    }),
  );
}

function secondary(model: PdbModel): string[] {
  const ends = (range: readonly string[]): Cell[] =>
    [range[0], range.at(-1)].flatMap((key) => {
      const place = parseResidueKey(key ?? '');
      return [place?.chain ?? null, place ? String(place.number) : null, place?.insertion || null];
    });
  const chains = Object.values(model.polymer);
  const items = ['beg', 'end'].flatMap((end) => [
    `${end}_auth_asym_id`,
    `${end}_auth_seq_id`,
    `pdbx_${end}_PDB_ins_code`,
  ]);
  const helices = chains.flatMap((chain) => chain.helices).filter((range) => range.length > 0);
  const strands = chains.flatMap((chain) => chain.strands).filter((range) => range.length > 0);
  return [
    loop(
      'struct_conf',
      ['id', 'conf_type_id', ...items],
      helices.map((range, index) => [`HELX_P${index + 1}`, 'HELX_P', ...ends(range)]),
    ),
    loop(
      'struct_sheet_range',
      ['sheet_id', 'id', ...items],
      strands.map((range, index) => [String(index + 1), '1', ...ends(range)]),
    ),
  ];
}

const siteItems = [
  'group_PDB',
  'id',
  'type_symbol',
  'label_atom_id',
  'label_alt_id',
  'label_comp_id',
  'label_asym_id',
  'label_entity_id',
  'label_seq_id',
  'pdbx_PDB_ins_code',
  'Cartn_x',
  'Cartn_y',
  'Cartn_z',
  'occupancy',
  'B_iso_or_equiv',
  'pdbx_formal_charge',
  'auth_seq_id',
  'auth_comp_id',
  'auth_asym_id',
  'auth_atom_id',
  'pdbx_PDB_model_num',
];

/** The atoms, and their displacements where they have any. Serial numbers are kept where no two atoms share one. */
function atoms(pdb: Pdb): string[] {
  const numbers = entityNumbers(pdb);
  const rows: Cell[][] = [];
  const displacements: Cell[][] = [];
  const all = pdb.models.flatMap((model) => [...listed(model)].flatMap((residue) => Object.keys(residue.atoms)));
  const isUnique = new Set(all).size === all.length;
  pdb.models.forEach((model, index) => {
    for (const { chain, key, name, place, entity, atoms: own } of listed(model)) {
      const id = parseResidueKey(key);
      for (const [serial, atom] of Object.entries(own)) {
        const known = isUnique ? serial : String(rows.length + 1);
        const atomName = atom.name ?? atom.element;
        rows.push([
          atom.is_hetatm ? 'HETATM' : 'ATOM',
          known,
          atom.element,
          atomName,
          atom.alt_loc,
          name,
          chain,
          String(numbers.get(entity) ?? 0),
          place === null ? null : String(place),
          id?.insertion || null,
          decimals(atom.x, 3),
          decimals(atom.y, 3),
          decimals(atom.z, 3),
          decimals(atom.occupancy ?? 1, 2),
          decimals(atom.bvalue, 2),
          atom.charge === null ? null : String(atom.charge),
          id ? String(id.number) : null,
          name,
          id?.chain ?? chain,
          atomName,
          String(index + 1),
        ]);
        if (atom.anisotropy) displacements.push([known, ...atom.anisotropy.map((value) => decimals(value, 4))]);
      }
    }
  });
  const factors = ['U[1][1]', 'U[2][2]', 'U[3][3]', 'U[1][2]', 'U[1][3]', 'U[2][3]'];
  return [loop('atom_site', siteItems, rows), loop('atom_site_anisotrop', ['id', ...factors], displacements)];
}
