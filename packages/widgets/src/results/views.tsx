import { loadWorkflow } from '@cuvette/core/workflows';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ResultProps } from './result-props.ts';

type View = ComponentType<ResultProps>;
/** A view whose definition is found with it. */
export type TypedView = ComponentType<Omit<ResultProps, 'definition'>>;

/** The result view of each workflow type, loaded when an item of the type is shown. */
const views: Record<string, () => Promise<View>> = {
  conformer_search: async () => (await import('./conformer-search.tsx')).ConformerSearchResult,
  basic_calculation: async () => (await import('./basic-calculation.tsx')).BasicCalculationResult,
};

const generic = async (): Promise<View> => (await import('./generic.tsx')).GenericResult;

const loaded = new Map<string, LazyExoticComponent<TypedView>>();

/** The view of a type with its definition, loaded lazily; the generic view for a type without one. */
export function viewOf(type: string): LazyExoticComponent<TypedView> {
  const known = loaded.get(type);
  if (known) return known;
  const view = lazy(async () => {
    try {
      const [definition, View] = await Promise.all([loadWorkflow(type), (views[type] ?? generic)()]);
      return { default: (props: Omit<ResultProps, 'definition'>) => <View {...props} definition={definition} /> };
    } catch (error) {
      // A failed load is forgotten, so that the next attempt asks the server again.
      loaded.delete(type);
      throw new ViewNotLoaded(error);
    }
  });
  loaded.set(type, view);
  return view;
}

/** The script of a view did not arrive; trying again may help. */
export class ViewNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The script of this view did not arrive.', { cause });
    this.name = 'ViewNotLoaded';
  }
}
