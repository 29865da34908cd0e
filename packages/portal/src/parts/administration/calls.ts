import { administrationCalls } from '@cuvette/core/client';
import { ownerClient } from '../../clients.ts';

/** What administrators read and change. */
export const administration = administrationCalls(ownerClient);
export const { queryClient } = ownerClient;
