/**
 * Tells Vue that Cuvette's elements are none of its components.
 * @example VitePress: vue: { template: { compilerOptions: { isCustomElement: isCuvetteElement } } }
 * @param {string} tag
 */
export const isCuvetteElement = (tag) => tag.startsWith('cuvette-');
