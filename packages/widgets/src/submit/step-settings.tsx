import type { AccountClient } from '@cuvette/core/client';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { useMemo } from 'react';
import { type FormScene, FormSceneContext } from './editors/form-scene.ts';
import { forMany } from './for-many.ts';
import { problemsOfSettings } from './judge.ts';
import { ProblemTexts } from './roles/problem-texts.tsx';
import { coveredBy, SettingsForm } from './settings-form.tsx';
import { useServerReport } from './use-server-report.ts';

export interface StepSettingsProps {
  definition: WorkflowDefinition;
  client: AccountClient;
  /** Settings of the type; what is left out takes its default. */
  data: WorkflowData;
  onChange: (data: WorkflowData) => void;
}

/** The settings of a type without a molecule, as a step of a recipe has them: the fields of its form, with what is wrong with them on this server. */
export function StepSettings({ definition, client, data, onChange }: StepSettingsProps) {
  const server = useServerReport(client);
  const { report, platform } = server;
  const form = useMemo(() => forMany(definition, report), [definition, report]);
  const whole = useMemo(() => ({ ...definition.defaults(), ...data }), [definition, data]);
  const problems = problemsOfSettings(definition, whole, server);
  const scene: FormScene = {
    client,
    definition: form,
    data: whole,
    setData: onChange,
    molecule: null,
    picking: null,
    setPicking: () => {},
  };
  return (
    <FormSceneContext value={scene}>
      <div className="cv-submit">
        <ProblemTexts problems={problems.filter((problem) => !coveredBy(form, whole, problem))} />
        <SettingsForm
          {...{ definition: form, data: whole, report, platform, problems }}
          offers={definition.offers(whole, report)}
          prepared={null}
          onChange={onChange}
        />
      </div>
    </FormSceneContext>
  );
}
