import vue from '@vitejs/plugin-vue';

/** Vue is told that these tags are elements of the page and not components of its own. */
export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('cuvette-') } } })],
};
