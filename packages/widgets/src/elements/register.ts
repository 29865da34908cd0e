import { version } from '../version.ts';

/** A custom element class that knows which Cuvette made it. */
export interface VersionedConstructor extends CustomElementConstructor {
  cuvetteVersion?: string;
}

/**
 * Registers a tag unless the page has it already (two bundles on one page). The first one stays; another version warns. Where there are no
 * elements, as in Node where a server draws pages, nothing is made: the tag is in the page, and the browser's script defines it.
 * @returns the class that the page uses.
 */
export function registerElement(tag: string, make: () => VersionedConstructor): VersionedConstructor {
  if (typeof HTMLElement === 'undefined') return class {} as VersionedConstructor;
  const existing = customElements.get(tag) as VersionedConstructor | undefined;
  if (existing) {
    if (existing.cuvetteVersion !== version) {
      console.warn(
        `<${tag}> is already defined on this page by ${existing.cuvetteVersion ? `Cuvette ${existing.cuvetteVersion}` : 'another script'}; Cuvette ${version} uses that one. Load one version only.`,
      );
    }
    return existing;
  }
  const made = make();
  made.cuvetteVersion = version;
  customElements.define(tag, made);
  return made;
}
