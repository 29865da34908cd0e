import type { ChainFacts } from './build-model.ts';
import type { CategoryReader, CifCategory } from './cif.ts';
import { emptyPdb } from './empty-pdb.ts';
import { oneLine } from './one-line.ts';
import { readMmcifAssemblies } from './read-mmcif-assemblies.ts';
import { isStandardResidue, isWaterName, oneLetterCode, type ResidueId, residueKey } from './residues.ts';
import type { Pdb } from './schema.ts';

/** Description, experiment, geometry and quality of an mmCIF file; models are left empty. */
export function readMmcifHeader(category: CategoryReader): Pdb {
  const pdb = emptyPdb();
  const authors = category('audit_author');
  const words = category('struct_keywords');
  Object.assign(pdb.description, {
    code: category('entry').get('id'),
    title: oneLine(category('struct').get('title')),
    authors: authors.rows().flatMap((row) => authors.get('name', row) ?? []),
    classification: oneLine(words.get('pdbx_keywords')),
    deposition_date: category('pdbx_database_status').get('recvd_initial_deposition_date'),
    keywords: (oneLine(words.get('text')) ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  });
  const made = category('entity_src_gen');
  Object.assign(pdb.experiment, {
    expression_system: made.get('pdbx_host_org_scientific_name'),
    missing_residues: missingResidues(category('pdbx_unobs_or_zero_occ_residues')),
    source_organism:
      made.get('pdbx_gene_src_scientific_name') ??
      category('entity_src_nat').get('pdbx_organism_scientific') ??
      category('pdbx_entity_src_syn').get('organism_scientific'),
    technique: category('exptl').get('method'),
  });
  const refinement = category('refine');
  Object.assign(pdb.quality, {
    resolution: finite(refinement.get('ls_d_res_high')) ?? finite(category('em_3d_reconstruction').get('resolution')),
    rfree: finite(refinement.get('ls_r_factor_r_free')),
    rvalue: finite(refinement.get('ls_r_factor_r_work')),
  });
  const cell = category('cell');
  const lengths = ['length_a', 'length_b', 'length_c', 'angle_alpha', 'angle_beta', 'angle_gamma'].map((item) =>
    finite(cell.get(item)),
  );
  pdb.geometry.assemblies = readMmcifAssemblies(category);
  pdb.geometry.crystallography = {
    space_group:
      category('symmetry').get('space_group_name_h-m') ?? category('space_group').get('name_h-m_alt') ?? null,
    unit_cell: lengths.every((value) => value !== null) ? (lengths as number[]) : null,
  };
  return pdb;
}

/** Sequences, names of hetero residues, helices and strands of an mmCIF file. */
export function readMmcifFacts(category: CategoryReader): ChainFacts {
  const fullNames = new Map<string, string>();
  const components = category('chem_comp');
  for (const row of components.rows()) {
    const id = components.get('id', row) ?? '';
    const name = oneLine(components.get('name', row));
    if (name !== null && !isStandardResidue(id) && !isWaterName(id)) fullNames.set(id, name);
  }
  const helices = category('struct_conf');
  const strands = category('struct_sheet_range');
  return {
    sequences: sequences(category('pdbx_poly_seq_scheme')),
    fullNames,
    helices: ranges(
      helices,
      helices.rows().filter((row) => helices.get('conf_type_id', row)?.startsWith('HELX') ?? true),
    ),
    strands: ranges(strands, strands.rows()),
  };
}

/** A number, also with a standard deviation in brackets ("51.770(3)"); null when it is none. */
function finite(text: string | null): number | null {
  const value = text === null ? Number.NaN : Number(text.replace(/\(\d+\)$/, ''));
  return Number.isFinite(value) ? value : null;
}

function missingResidues(table: CifCategory): { name: string; id: string }[] {
  return table.rows().flatMap((row) => {
    const number = finite(table.get('auth_seq_id', row));
    const isZeroOccupancy = table.get('occupancy_flag', row) === '0';
    if (number === null || isZeroOccupancy) return [];
    const chain = table.get('auth_asym_id', row) ?? '';
    const insertion = table.get('pdb_ins_code', row) ?? '';
    return [{ name: table.get('auth_comp_id', row) ?? '', id: residueKey({ chain, number, insertion }) }];
  });
}

/** One-letter sequence per chain; of several residues at one place (microheterogeneity) the first one counts. */
function sequences(table: CifCategory): Map<string, string> {
  const result = new Map<string, string>();
  const seen = new Set<string>();
  for (const row of table.rows()) {
    const chain = table.first(['pdb_strand_id', 'asym_id'], row) ?? '';
    const place = `${chain}.${table.get('seq_id', row)}`;
    if (seen.has(place)) continue;
    seen.add(place);
    result.set(chain, (result.get(chain) ?? '') + oneLetterCode(table.get('mon_id', row) ?? ''));
  }
  return result;
}

function ranges(table: CifCategory, rows: readonly number[]): [ResidueId, ResidueId][] {
  const residue = (row: number, end: 'beg' | 'end'): ResidueId | null => {
    const number = finite(table.first([`${end}_auth_seq_id`, `${end}_label_seq_id`], row));
    if (number === null) return null;
    return {
      chain: table.first([`${end}_auth_asym_id`, `${end}_label_asym_id`], row) ?? '',
      number,
      insertion: table.get(`pdbx_${end}_pdb_ins_code`, row) ?? '',
    };
  };
  return rows.flatMap((row) => {
    const first = residue(row, 'beg');
    const last = residue(row, 'end');
    return first && last ? [[first, last] as [ResidueId, ResidueId]] : [];
  });
}
