/**
 * What `react` is in the embed: what views and TanStack Query take from it, as Preact has it, and two parts of our own where views lean on how React does it. What
 * is not named here a view cannot use before it is.
 */
import { createElement } from 'preact';
import { useRef, useState } from 'preact/hooks';

export {
  Component,
  createContext,
  createElement,
  Fragment,
  memo,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat';
export { lazy, Suspense } from './later.ts';

/** A function that always does what it was last given, and is itself the same at each drawing: Preact's own is another one each time. */
export function useEffectEvent<Arguments extends unknown[], Result>(
  callback: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latestRef = useRef(callback);
  // Preact draws nothing that it throws away, and effects of parts below may call before those of this one have run.
  // eslint-disable-next-line react/refs
  latestRef.current = callback;
  return useState(
    () =>
      (...given: Arguments) =>
        latestRef.current(...given),
  )[0];
}

/** All that a package takes from the whole (`@r2wc/react-to-web-component`). */
export default { createElement };
