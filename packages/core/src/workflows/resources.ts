import { leastMemory } from '../methods/memory.ts';
import type { Level, Resources } from './definition.ts';

/** Engines that run on GPUs alone: GPU4PySCF is PySCF's plugin for NVIDIA GPUs (https://github.com/pyscf/gpu4pyscf). */
const gpuEngines: ReadonlySet<string> = new Set(['gpu4pyscf']);

/** Memory and GPUs of levels of theory that run one after another on a structure of so many atoms; `gpus` is what the type itself needs. */
export function levelResources(
  levels: readonly Level[],
  atoms: number | null,
  gpus: number,
): Pick<Resources, 'memory_mb' | 'gpus'> {
  const known = levels.flatMap(({ settings }) => (atoms === null ? [] : (leastMemory(settings.method, atoms) ?? [])));
  const onGpu = levels.some(({ settings }) => settings.engine !== null && gpuEngines.has(settings.engine));
  return { memory_mb: known.length > 0 ? Math.max(...known) : null, gpus: Math.max(gpus, onGpu ? 1 : 0) };
}
