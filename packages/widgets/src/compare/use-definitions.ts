import { loadWorkflow, type WorkflowDefinition } from '@cuvette/core/workflows';
import { useEffect, useState } from 'react';

/** The definitions of some types, each as soon as it is there; null for a type that this version does not know. What did not arrive is thrown as an error of the view. */
export function useDefinitions(types: readonly string[]): ReadonlyMap<string, WorkflowDefinition | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, WorkflowDefinition | null>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const wanted = types.join(' ');
  useEffect(() => {
    let gone = false;
    for (const type of wanted === '' ? [] : wanted.split(' ')) {
      loadWorkflow(type).then(
        (loaded) => {
          if (!gone) setKnown((before) => (before.has(type) ? before : new Map(before).set(type, loaded)));
        },
        (reason: unknown) => {
          if (!gone) setError(reason);
        },
      );
    }
    return () => {
      gone = true;
    };
  }, [wanted]);
  if (error) throw error;
  return known;
}
