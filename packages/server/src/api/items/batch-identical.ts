import { BatchIdentical, mostInBatch, WorkflowSubmission } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { seesFolder } from '../../store/folders/folders.ts';
import { isUuid } from '../../wire/body.ts';
import { type Route, reads, route } from '../http/route.ts';
import { identicalInBatch } from './submission/batch-identical.ts';

/** SMILES of a batch that are looked for among finished items. */
const Question = z.object({
  workflow_type: WorkflowSubmission.shape.workflow_type,
  workflow_data: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  initial_smileses: z.array(z.string()).check(z.minLength(1), z.maxLength(mostInBatch)),
  folder_uuid: WorkflowSubmission.shape.folder_uuid,
  /** As of the submission that would follow. */
  options: WorkflowSubmission.shape.options,
});

/** What of a batch was computed already. */
export const batchIdenticalRoute: Route = route('POST /api/workflow/batch_identical', reads, {
  summary: 'Finds for up to 1000 SMILES the finished items of the project with the same input and versions',
  description:
    'Nothing is stored. `folder_uuid` is where the batch would go; items of its project are looked through. The answer has null for each SMILES that was not computed.',
  example: { workflow_type: 'solubility', initial_smileses: ['CCO', 'c1ccccc1O'] },
  body: Question,
  answer: BatchIdentical,
  async handle({ services, db, account, reader, body }) {
    const { workflow_type: type, workflow_data, initial_smileses: smiles, options } = body;
    const folder = body.folder_uuid ?? account.root_folder_uuid;
    if (!isUuid(folder) || !(await seesFolder(db.drizzle, reader, folder))) {
      throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
    }
    return {
      results: await identicalInBatch(services, reader, { type, data: workflow_data ?? {}, smiles, options, folder }),
    };
  },
});
