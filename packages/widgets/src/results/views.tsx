import { loadResults, type ResultDefinition } from '@cuvette/core/workflows';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useWords } from '../elements/context.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { GenericResult } from './generic.tsx';
import type { ResultProps } from './result-props.ts';
import { StandardResult } from './standard.tsx';

type View = ComponentType<ResultProps>;
interface Loaded {
  definition: ResultDefinition | null;
  View: View;
}

/** Types whose results need more than the standard view draws; their views are loaded when an item of the type is shown. All others take the standard view, which comes along. */
const views: Record<string, () => Promise<View>> = {
  macropka: async () => (await import('./macropka.tsx')).MacropkaResult,
  nmr: async () => (await import('./nmr.tsx')).NmrResult,
  pose_analysis_md: async () => (await import('./pose-analysis-md.tsx')).PoseAnalysisResult,
  protein_md: async () => (await import('./protein-md.tsx')).ProteinMdResult,
  molecular_dynamics: async () => (await import('./molecular-dynamics.tsx')).MolecularDynamicsResult,
};

const arrived = new Map<string, Loaded>();

/** Loads a type's definition and view. */
async function load(type: string): Promise<Loaded> {
  const [definition, View] = await Promise.all([
    loadResults(type),
    (Object.hasOwn(views, type) ? views[type] : undefined)?.() ?? StandardResult,
  ]);
  const loaded = { definition, View };
  arrived.set(type, loaded);
  return loaded;
}

/** An item with the view of its type, loaded on demand; a view whose script does not arrive says so and can be asked for again. */
export function ResultView({ height, ...props }: Omit<ResultProps, 'definition'> & { height: number | string }) {
  const words = useWords();
  const type = props.item.object_type;
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [, setReady] = useState<Loaded | null>(null);
  useEffect(() => {
    if (arrived.has(type)) return;
    let current = true;
    setFailed(false);
    load(type).then(
      (loaded) => current && setReady(loaded),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
    // Another attempt is another run of this effect.
  }, [type, attempt]);
  const loaded = arrived.get(type);
  const { item } = props;
  const fits = useMemo(() => {
    const definition = loaded?.definition;
    return definition
      ? definition.misfits(item.object_data ?? {}).length === 0 && !definition.lacksResults(item)
      : false;
  }, [loaded, item]);
  if (loaded) {
    const View = fits ? loaded.View : GenericResult;
    return <View {...props} definition={loaded.definition} />;
  }
  if (failed) {
    return (
      <ErrorState
        title={words.errors.loadFailed}
        detail={words.errors.loadFailedDetail}
        action={{ label: words.errors.tryAgain, run: () => setAttempt(attempt + 1) }}
      />
    );
  }
  return <Skeleton height={height} label={words.result.loading} />;
}
