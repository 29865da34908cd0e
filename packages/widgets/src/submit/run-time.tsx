import type { MethodReport } from '@cuvette/core/entities';
import { durationInWords } from '@cuvette/core/methods';
import {
  quickerOfferSeconds,
  quickest,
  type WorkflowData,
  type WorkflowDefinition,
  type WorkflowInputs,
} from '@cuvette/core/workflows';
import { submitWords as words } from './words.ts';

interface RunTimeProps {
  definition: WorkflowDefinition;
  data: WorkflowData;
  inputs: WorkflowInputs;
  report: MethodReport;
  onTake: (data: WorkflowData) => void;
}

/** How long this takes on the server by its worker's own timing, and above five minutes the quickest other way with its time; or why that is not known. */
export function RunTime({ definition, data, inputs, report, onTake }: RunTimeProps) {
  const { seconds } = definition.resources(data, inputs, report);
  if (seconds === null) return <span className="cv-quiet">{words.untimed(definition.untimed)}</span>;
  const quicker = seconds > quickerOfferSeconds ? quickest(definition, data, inputs, report, seconds) : null;
  return (
    <span className="cv-quiet">
      {words.runTime(durationInWords(seconds), report.cores ?? null)}
      {quicker ? (
        <>
          {' '}
          <button
            type="button"
            className="cv-button"
            data-dense=""
            onClick={({ currentTarget }) => {
              // The offer goes when it is taken: the keyboard goes on at what comes next.
              currentTarget.closest('form')?.querySelector<HTMLElement>('button[type=submit]')?.focus();
              onTake(quicker.data);
            }}
          >
            {words.quicker(quicker.title, durationInWords(quicker.seconds))}
          </button>
        </>
      ) : null}
    </span>
  );
}
