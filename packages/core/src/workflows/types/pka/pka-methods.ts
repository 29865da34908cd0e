import type { MethodReport } from '../../../entities/method-report.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { solventsByUse } from '../../../methods/solvents.ts';
import { capabilityReason } from '../../capabilities.ts';
import type { Level, Option } from '../../definition.ts';
import { waterLevel } from '../../parts/levels/aqueous-level.ts';
import { unavailableReason } from '../../parts/levels/method-availability.ts';

const methods = [
  'aimnet2_wagen2024',
  'chemprop_nevolianis2025',
  'gfn2_alpb_linear',
  'gxtb_wagen2026',
  'starling',
] as const;

/** How microscopic pKa values are computed: the platform's two methods, our own, and two that newer clients name and no worker has. */
export const PkaMethod = forgivingEnum(methods);
export type PkaMethod = (typeof methods)[number];

/** Methods of newer clients that no worker of any server can have; forms do not show them. */
const ofNewerClients: readonly string[] = ['gxtb_wagen2026', 'starling'];

const own = methodExtension('pka', 'gfn2_alpb_linear');

/** Title, input and solvents of each method. A method on structures in space takes a molecule, the graph model a SMILES. */
export const pkaMethods: Readonly<
  Record<PkaMethod, { title: string; input: 'molecule' | 'smiles'; solvents: readonly string[] }>
> = {
  aimnet2_wagen2024: { title: 'AIMNet2 (Wagen 2024)', input: 'molecule', solvents: solventsByUse.aimnet2_wagen2024 },
  chemprop_nevolianis2025: {
    title: 'Chemprop (Nevolianis 2025)',
    input: 'smiles',
    solvents: solventsByUse.chemprop_nevolianis2025,
  },
  gfn2_alpb_linear: { title: own?.title ?? 'gfn2_alpb_linear', input: 'molecule', solvents: ['water'] },
  gxtb_wagen2026: { title: 'g-xTB (Wagen 2026)', input: 'molecule', solvents: ['water'] },
  starling: { title: 'Starling', input: 'molecule', solvents: ['water'] },
};

const field = 'microscopic_pka_method';

/** Levels of theory of a method in running order; the graph model has none. */
export function pkaLevels(method: PkaMethod): Level[] {
  if (method === 'gfn2_alpb_linear') return [waterLevel('gfn2_xtb', 'alpb', field)];
  if (method === 'aimnet2_wagen2024') {
    return [waterLevel('gfn2_xtb', 'alpb', field), waterLevel('aimnet2_wb97md3', 'cpcmx', field)];
  }
  return [];
}

const ownNeeds: Partial<Record<PkaMethod, string>> = {
  chemprop_nevolianis2025: 'chemprop_pka',
  gxtb_wagen2026: 'gxtb_pka',
  starling: 'starling_pka',
};

/** Returns what a method needs besides its levels: conformers from RDKit, or the trained graph model. */
export function pkaNeeds(method: PkaMethod): string[] {
  return [ownNeeds[method] ?? 'rdkit'];
}

/** Why a method cannot run here, or null when it can. */
export function pkaUnavailable(method: PkaMethod, report: MethodReport | null): string | null {
  const levels = pkaLevels(method).map(({ settings }) => unavailableReason(report, settings.method));
  const needs = pkaNeeds(method).map((need) => capabilityReason(report, need, pkaMethods[method].title));
  return [...levels, ...needs].find((reason) => reason !== null) ?? null;
}

/** Choices of the method field, what does not run here greyed with its reason. Methods of newer clients are shown where one is chosen. */
export function pkaMethodOptions(chosen: unknown, report: MethodReport | null): Option[] {
  const shown = methods.filter((value) => value === chosen || !ofNewerClients.includes(value));
  return shown.map((value) => {
    const unavailable = pkaUnavailable(value, report);
    return { value, title: pkaMethods[value].title, ...(unavailable === null ? {} : { unavailable }) };
  });
}
