import { loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { useEffect, useState } from 'react';

/**
 * The definition of a type. `known` turns true when it is clear whether this version has one. A definition whose script did not
 * arrive is thrown as an error of the view, which offers to try again.
 */
export function useDefinition(type: string): { definition: ResultDefinition | null; known: boolean } {
  const [state, setState] = useState<{ definition: ResultDefinition | null; known: boolean; error: unknown }>({
    definition: null,
    known: false,
    error: null,
  });
  useEffect(() => {
    let gone = false;
    loadResults(type).then(
      (loaded) => {
        if (!gone) setState({ definition: loaded, known: true, error: null });
      },
      (error: unknown) => {
        if (!gone) setState({ definition: null, known: false, error });
      },
    );
    return () => {
      gone = true;
    };
  }, [type]);
  if (state.error) throw state.error;
  return state;
}
