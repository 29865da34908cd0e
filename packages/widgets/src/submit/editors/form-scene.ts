import type { AccountClient } from '@cuvette/core/client';
import type { Molecule } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { createContext, useContext } from 'react';

/** What the editors of a form work on besides their own field. */
export interface FormScene {
  client: AccountClient;
  definition: WorkflowDefinition;
  data: WorkflowData;
  setData: (data: WorkflowData) => void;
  /** The structure that would run; null until it is known. */
  molecule: Molecule | null;
  /** Path of the field whose atoms are being picked: one picture is enough. */
  picking: string | null;
  setPicking: (path: string | null) => void;
}

export const FormSceneContext = createContext<FormScene | null>(null);

/** The form around an editor. @throws Error outside a form */
export function useFormScene(): FormScene {
  const scene = useContext(FormSceneContext);
  if (!scene) throw new Error('An editor stands outside a form.');
  return scene;
}

/** The structure that would run; null until it is known, and in a form for many molecules. */
export function useFormMolecule(): Molecule | null {
  return useContext(FormSceneContext)?.molecule ?? null;
}
