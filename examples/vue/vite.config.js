import cuvette from '@cuvette/widgets/vite';
import vue from '@vitejs/plugin-vue';

/** Cuvette's plug-in tells Vue that its tags are elements of the page and not components. */
export default {
  plugins: [cuvette(), vue()],
};
