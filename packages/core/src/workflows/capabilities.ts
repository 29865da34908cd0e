import type { Problem } from '../chemistry/problem.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Option } from './definition.ts';

const weights = 'trained model weights';

/** What a worker lacks when it does not report a capability, as it completes "Not available on this server: needs …". */
const lacking: Readonly<Record<string, string>> = {
  crest: 'the CREST program on a worker',
  vina: 'AutoDock Vina on a worker',
  qvina2: 'QVina2 on a worker',
  'qvina-w': 'QVina-W on a worker',
  openmm: 'OpenMM on a worker',
  ambertools: 'AmberTools on a worker (npm run setup -- --with ambertools)',
  openff: 'the OpenFF toolkit with its force fields on a worker',
  ff19sb: 'the force field ff19SB on a worker',
  ff99SBildn: 'the force field ff99SB-ILDN on a worker',
  tip4p_ew: 'the water model TIP4P-Ew on a worker',
  opc: 'the water model OPC on a worker',
  mopac: 'the MOPAC program on a worker',
  psi4: 'the psi4 program on a worker',
  pypermm: 'PyPermm on a worker, which takes Python 3.12 or newer (npm run setup -- --with pypermm)',
  chemprop_permeability: `${weights} (Chemprop, Ohlsson 2025)`,
  gnina: 'GNINA on a worker',
  aev_plig: `${weights} (AEV-PLIG)`,
  nesso: `${weights} (Nesso-1)`,
  pocketeer: 'Pocketeer on a worker',
  stored_protein_preparation: 'PDBFixer on a worker',
  protonate_utils: 'the protonate-utils package on a worker',
  mixmd: 'MixMD and a GPU on a worker',
  mordred: 'the descriptor program on a worker',
  lyrebird: `${weights} (Lyrebird)`,
  boltz: `${weights} (Boltz)`,
  chai: `${weights} (Chai-1) and a GPU`,
  boltzgen: `${weights} (BoltzGen) and a GPU`,
  msa: 'sequence databases on a worker (CUVETTE_SEQUENCE_DATABASES, or a ColabFold search)',
  magnet: `${weights} (MagNet)`,
  starling: `${weights} (Starling)`,
  fastsolv: `${weights} (fastsolv)`,
  kingfisher: `${weights} (Kingfisher)`,
  kpuu: 'a fitted model of the probability that Kp,uu is at least 0.3',
  daylight_clogp: 'the ClogP program that ESOL was fitted to',
  chemprop_logp: `${weights} (Chemprop, Sangster 2026)`,
  cosmors: 'a COSMO-RS program on a worker',
  chemprop_pka: `${weights} (chemprop pKa)`,
  gxtb_pka: 'the fit of pKa values to g-xTB, which is not published',
  starling_pka: `${weights} (Starling)`,
  openconf: 'the openconf package, which takes Python 3.12 or newer, on a worker',
  admet_ai: 'the ADMET-AI package, whose wheel holds the models, on a worker',
};

/** Capabilities whose title names the program that is missing. */
const programs = new Set(['trajectory_method']);

/** Why a capability is missing on this server, or null when a worker has it (or nobody was asked). */
export function capabilityReason(report: MethodReport | null, capability: string, title: string): string | null {
  if (report === null || report.capabilities.includes(capability)) return null;
  if (programs.has(capability)) return 'Not installed on this server.';
  return `Not available on this server: needs ${lacking[capability] ?? `a worker that runs ${title}`}.`;
}

/** A sentence for a reason that has no subject: "Not installed on this server." of CoSIMS is "CoSIMS is not installed on this server." */
export function whyUnavailable(title: string, reason: string): string {
  if (!reason.startsWith('Not ')) return `${title}: ${reason}`;
  return `${title} is n${reason.slice(1).replace(': needs ', ': it needs ')}`;
}

/** A choice that needs a capability: greyed with the reason where no worker has it. */
export function capabilityOption(option: Option, capability: string, report: MethodReport | null): Option {
  const reason = capabilityReason(report, capability, option.title);
  return reason === null ? option : { ...option, unavailable: reason };
}

/** Capabilities that no worker has, each as a problem of a field with its bare reason. */
export function capabilityProblems(
  report: MethodReport | null,
  capabilities: readonly string[],
  title: string,
  field: string,
): { problem: Problem; reason: string }[] {
  return capabilities.flatMap((capability) => {
    const reason = capabilityReason(report, capability, title);
    return reason === null ? [] : [{ problem: { field, detail: `${title} cannot be run here. ${reason}` }, reason }];
  });
}
