export { BatchForm, type BatchFormProps } from './batch-form.tsx';
export { BatchResults, type BatchResultsProps } from './batch-results.tsx';
