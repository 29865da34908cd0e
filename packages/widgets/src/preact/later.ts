import { type ComponentChildren, type ComponentType, createContext, createElement, Fragment, type VNode } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

const Fallback = createContext<ComponentChildren>(null);

/**
 * A placeholder for parts below that have not loaded yet. Unlike Preact's own it throws nothing and unmounts nothing: Preact's loads again without
 * end when the placeholder has an effect on a part above.
 */
export function Suspense(props: { fallback?: ComponentChildren; children?: ComponentChildren }): VNode {
  return createElement(Fragment, null, createElement(Fallback.Provider, { value: props.fallback }, props.children));
}

/**
 * A part whose code is loaded when it is drawn first. Until it has come the fallback of the `Suspense` around it is in its place; a script that does not
 * come is an error of the part, as with React.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => VNode {
  let coming: Promise<void> | null = null;
  let loaded: ComponentType<Props> | null = null;
  let failed: { error: unknown } | null = null;
  return function Later(props) {
    const fallback = useContext(Fallback);
    const [, setCame] = useState(loaded !== null);
    coming ??= load().then(
      (module) => {
        loaded = module.default;
      },
      (error: unknown) => {
        failed = { error };
      },
    );
    useEffect(() => {
      let gone = false;
      void coming?.then(() => {
        if (!gone) setCame(true);
      });
      return () => {
        gone = true;
      };
    }, []);
    if (failed) throw failed.error;
    return createElement(Fragment, null, loaded ? createElement(loaded, props) : fallback);
  };
}
