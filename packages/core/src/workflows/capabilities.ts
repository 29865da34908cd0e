import type { Problem } from '../chemistry/problem.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { Option } from './definition.ts';

const weights = 'trained model weights';

/** What a worker lacks when it does not report a capability, as it completes "Not available on this server: needs …". */
const lacking: Readonly<Record<string, string>> = {
  ambertools: 'AmberTools on a worker (npm run setup -- --with ambertools)',
  pypermm: 'PyPermm on a worker, which takes Python 3.12 or newer (npm run setup -- --with pypermm)',
  chemprop_permeability: `${weights} (Chemprop, Ohlsson 2025)`,
  aev_plig: `${weights} (AEV-PLIG)`,
  nesso: `${weights} (Nesso-1)`,
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
  chemprop_pka: `${weights} (chemprop pKa)`,
  gxtb_pka: 'the fit of pKa values to g-xTB, which is not published',
  starling_pka: `${weights} (Starling)`,
};

/** The same of programs, packages and parameters, which are to be installed: "… on a worker" follows. */
const uninstalled: Readonly<Record<string, string>> = {
  crest: 'the CREST program',
  vina: 'AutoDock Vina',
  openmm: 'OpenMM',
  openff: 'the OpenFF toolkit',
  force_field: 'this force field on a worker',
  mopac: 'the MOPAC program',
  psi4: 'the psi4 program',
  gnina: 'GNINA',
  pocketeer: 'Pocketeer',
  stored_protein_preparation: 'PDBFixer',
  mixmd: 'MixMD and a GPU',
  mordred: 'the descriptor program',
  cosmors: 'a COSMO-RS program',
  openconf: 'the openconf package (Python 3.12 or newer)',
  admet_ai: 'the ADMET-AI package',
};

/** Capabilities whose title names the program that is missing. */
const programs = new Set(['trajectory_method']);

/** Why a capability is missing on this server, or null when a worker has it (or nobody was asked). */
export function capabilityReason(report: MethodReport | null, capability: string, title: string): string | null {
  if (report === null || report.capabilities.includes(capability)) return null;
  if (programs.has(capability)) return 'Not installed on this server.';
  const needed =
    uninstalled[capability]?.concat(' on a worker') ?? lacking[capability] ?? `a worker that runs ${title}`;
  return `Not available on this server: needs ${needed}.`;
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
    return reason === null ? [] : [{ problem: { field, detail: whyUnavailable(title, reason) }, reason }];
  });
}
