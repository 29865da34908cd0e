import type { MethodReport } from '../../entities/method-report.ts';
import { methods } from '../../methods/methods.ts';
import type { ResultDefinition, WorkflowData, WorkflowDefinition } from '../definition.ts';
import { substituted } from '../parts/levels/substitution.ts';
import { type Citation, workText } from './work.ts';
import { works, worksOf } from './works.ts';

function workIds(id: string): readonly string[] {
  return worksOf.get(id) ?? [id];
}

/**
 * Works to cite by identifier: a method, a correction, a solvent model, an engine (`engine:xtb`), a tool, or a work itself. Each work once, those that must
 * be cited first, else in the order asked. Unknown identifiers give nothing.
 */
export function cite(...ids: string[]): Citation[] {
  const found = [...new Set(ids.flatMap(workIds))].flatMap((id): Citation[] => {
    const work = works.get(id);
    return work ? [{ id, text: workText(work), doi: work.doi, level: work.level }] : [];
  });
  return [...found.filter(({ level }) => level === 'must'), ...found.filter(({ level }) => level !== 'must')];
}

/** Works to cite for prepared data or a finished item's data of a type. */
export function citationsOf(definition: ResultDefinition, data: WorkflowData): Citation[] {
  return cite(...definition.works(data));
}

/** Works to cite for an engine or program, by its name without prefix ("xtb", "boltz"). */
export function citeEngine(engine: string): Citation[] {
  return cite(`engine:${engine}`);
}

/** Whether a method has a work to cite in the list; every method that a worker offers must. */
export function hasCitation(method: string): boolean {
  return methods.has(method) && cite(method).length > 0;
}

/** What a type's description credits to outside authors, by the method's or work's identifier. */
const credited: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    conformer_search: ['etkdg', 'crest'],
    solubility: ['fastsolv', 'esol'],
    admet: ['admet_ai'],
    nmr: ['magnet_zero', 'giao', 'delta50'],
    descriptors: ['mordred'],
    macropka: ['starling', 'uni_pka', 'gfn2_xtb', 'thapa2019'],
    pka: ['aimnet2_wagen2024', 'chemprop_nevolianis2025', 'gfn2_xtb', 'thapa2019'],
    hydrogen_bond_basicity: ['kenny2016', 'wagen2025'],
    msa: ['colabfold'],
    protein_cofolding: ['boltz_1', 'boltz_2', 'chai_1'],
    protein_binder_design: ['boltzgen'],
    docking: ['vina', 'vina_1_2', 'vinardo'],
    batch_docking: ['vina', 'vina_1_2', 'qvina2', 'qvina_w'],
    pose_analysis_md: ['openmm'],
    double_ended_ts_search: ['freezing_string', 'ml_fsm'],
    scan: ['wavefront_propagation'],
    ion_mobility: ['cosims', 'mesleh1996', 'ieritano2019'],
  }),
);

/** Types whose description credits outside authors. */
export const creditedTypes: readonly string[] = [...credited.keys()];

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join('; ')}; and ${parts[parts.length - 1]}`;
}

/**
 * The sentence of a type's description that credits outside authors and asks to cite them; null for types that use nobody's method in particular. `cited`
 * narrows it to what a run really uses: identifiers as `cite` takes them.
 */
export function descriptionCredit(type: string, cited: readonly string[] | null = null): string | null {
  const used = cited && new Set(cited.flatMap(workIds));
  const ids = (credited.get(type) ?? []).filter((id) => !used || used.has(id));
  const found = ids.flatMap((id) => works.get(id) ?? []);
  if (found.length === 0) return null;
  const names = found.map(({ title, authors }) => `${title} by ${authors}`);
  const references = found.map(({ reference, doi }) => (doi ? `${reference} (DOI ${doi})` : reference));
  return `This workflow uses ${listed(names)}; please cite ${listed(references)}.`;
}

/**
 * The credit of a form before anything is chosen: of the methods that a run with the defaults uses on this server, after what it lacks was replaced.
 * @param report null while nothing is known of the server's workers
 */
export function creditOfDefaults(definition: WorkflowDefinition, report: MethodReport | null): string | null {
  const { data } = substituted(definition, definition.defaults(), report);
  return descriptionCredit(definition.type, definition.works(data));
}
