/**
 * What an app built with Vite needs for Cuvette's elements, as a plug-in: `import cuvette from '@cuvette/widgets/vite'`. Vue's plug-in, where the app has
 * it, learns that the elements are none of its components.
 */

/** The part of Vue's plug-in (`vite:vue`) that is changed. */
interface VuePlugin {
  name: string;
  api?: { options?: { template?: { compilerOptions?: { isCustomElement?: (tag: string) => boolean | undefined } } } };
}

/** A plug-in as Vite takes it; written out, so that an app without Vite's types can read it. */
export interface CuvettePreset {
  name: string;
  config: () => {
    optimizeDeps: { exclude: string[] };
    resolve: { dedupe: string[] };
    build: { cssTarget: string[] };
  };
  configResolved: (resolved: { readonly plugins: readonly object[] }) => void;
}

/** Settings of Vite for an app with Cuvette's elements. */
export default function cuvette(): CuvettePreset {
  return {
    name: 'cuvette',
    config: () => ({
      // Vite's development server would put them into one file, beside which the scripts of their workers are not found.
      optimizeDeps: { exclude: ['@cuvette/widgets', '@cuvette/core'] },
      // Two copies of React in one page do not know each other's contexts.
      resolve: { dedupe: ['react', 'react-dom', 'lit'] },
      // Browsers that know `light-dark()`: for older ones the build would rewrite it into variables that a shadow root never gets.
      build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    }),
    configResolved({ plugins }) {
      const vue = (plugins as readonly VuePlugin[]).find(({ name }) => name === 'vite:vue');
      if (!vue?.api) return;
      const { options } = vue.api;
      const { template } = options ?? {};
      const before = template?.compilerOptions?.isCustomElement;
      const isCustomElement = (tag: string) => tag.startsWith('cuvette-') || before?.(tag);
      vue.api.options = {
        ...options,
        template: { ...template, compilerOptions: { ...template?.compilerOptions, isCustomElement } },
      };
    },
  };
}
