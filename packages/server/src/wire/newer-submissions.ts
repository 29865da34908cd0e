type Data = Record<string, unknown>;

const isRecord = (value: unknown): value is Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isOpen = (mode: unknown): boolean => mode === undefined || mode === null || mode === 'auto';

/** Whether settings of a multistage optimization name levels of theory. */
function hasLevels(settings: unknown): settings is Data {
  return (
    isRecord(settings) && Array.isArray(settings.optimization_settings) && settings.optimization_settings.length > 0
  );
}

/** A chain of levels that is written out without a mode is meant as it is written. */
function withGivenChain(data: Data): Data {
  const { multistage_opt_settings: chain } = data;
  if (!hasLevels(chain) || !isOpen(chain.mode)) return data;
  return { ...data, multistage_opt_settings: { ...chain, mode: 'manual' } };
}

/** Types whose key for a protein of the platform is called otherwise than client 3.x calls it (`protein`). */
const proteinKeys: Readonly<Record<string, string>> = {
  pose_analysis_md: 'protein_uuid',
  docking: 'target_uuid',
  batch_docking: 'target',
};

/** A protein that is named by its identifier is put where the type has it. */
function withProtein(type: string, data: Data): Data {
  const key = proteinKeys[type];
  const { protein, ...rest } = data;
  if (key === undefined || typeof protein !== 'string') return data;
  return { ...rest, [key]: rest[key] ?? protein };
}

const changes: Readonly<Record<string, (data: Data) => Data>> = {
  conformer_search: (data) =>
    isOpen(data.conf_gen_mode) && isRecord(data.conf_gen_settings) ? { ...data, conf_gen_mode: 'manual' } : data,
  multistage_opt: (data) => (isOpen(data.mode) && hasLevels(data) ? { ...data, mode: 'manual' } : data),
  spin_states: (data) =>
    isOpen(data.mode) && hasLevels(data.multistage_opt_settings) ? { ...data, mode: 'manual' } : data,
  strain: withGivenChain,
  nmr: withGivenChain,
};

/**
 * `workflow_data` of client 3.x as the types here read them. That client names proteins by another key, and writes settings out without a mode beside them: what
 * is written out is what is meant. Data of older clients, which name a mode, come back as they are.
 */
export function readNewerSubmission(type: string, data: Data): Data {
  return withProtein(type, (changes[type] ?? ((given) => given))(data));
}
