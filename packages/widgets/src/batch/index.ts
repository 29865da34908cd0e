export { BatchForm, type BatchFormProps } from './batch-form.tsx';
export { BatchResults, type BatchResultsProps, BatchWaiting } from './batch-results.tsx';
