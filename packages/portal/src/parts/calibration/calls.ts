import { calibrationCalls } from '@cuvette/core/client';
import { ownerClient } from '../../clients.ts';

/** What people read and change of their projects' measured values. */
export const calibrations = calibrationCalls(ownerClient);
export const { queryClient } = ownerClient;
