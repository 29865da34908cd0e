import * as z from 'zod/mini';
import {
  MeasuredCalibration,
  type MeasuredCalibrationCreate,
  type MeasuredCalibrationUpdate,
} from '../entities/measured-calibration.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';

/** A set that still computes is read again after so many milliseconds. */
const pollWhileComputing = 5000;

/** Sets of measured values of projects; a page of theirs adds these calls to its client, others do not load them. */
export function calibrationCalls({ transport, queryClient }: Pick<Client, 'transport' | 'queryClient'>) {
  const list = z.array(MeasuredCalibration);
  async function changed<T extends z.core.$ZodType>(method: 'POST' | 'DELETE', path: string, body: unknown, schema: T) {
    const answer = await transport.send(method, path, body, schema);
    // Items show their calibrations: they are read again too.
    await queryClient.invalidateQueries();
    return answer;
  }
  return {
    calibrations: (project: string) =>
      queryOptions({
        queryKey: ['calibration', 'list', project],
        queryFn: ({ signal }) =>
          transport.get(`/api/project/${encodeURIComponent(project)}/calibrations`, list, signal),
      }),
    calibration: (uuid: string) =>
      queryOptions({
        queryKey: ['calibration', uuid],
        queryFn: ({ signal }) =>
          transport.get(`/api/calibration/${encodeURIComponent(uuid)}`, MeasuredCalibration, signal),
        refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? pollWhileComputing : false),
      }),
    create: (project: string, body: MeasuredCalibrationCreate) =>
      changed('POST', `/api/project/${project}/calibrations`, body, MeasuredCalibration),
    change: (uuid: string, body: MeasuredCalibrationUpdate) =>
      changed('POST', `/api/calibration/${uuid}`, body, MeasuredCalibration),
    apply: (uuid: string) => changed('POST', `/api/calibration/${uuid}/apply`, {}, MeasuredCalibration),
    withdraw: (uuid: string) => changed('POST', `/api/calibration/${uuid}/withdraw`, {}, MeasuredCalibration),
    remove: (uuid: string) =>
      changed('DELETE', `/api/calibration/${uuid}`, {}, z.looseObject({ name: z.string(), items: z.int() })),
  };
}
