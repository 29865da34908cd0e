import { secondFactorCalls } from '@cuvette/core/client';
import { ownerClient } from '../../clients.ts';

/** Calls for codes and passkeys. */
export const secondFactor = secondFactorCalls(ownerClient);
