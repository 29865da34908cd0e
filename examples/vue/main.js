import '@cuvette/widgets/elements/table';
import '@cuvette/widgets/elements/viewer';
import { createApp } from 'vue';
import Report from './Report.vue';

createApp(Report).mount('#app');
