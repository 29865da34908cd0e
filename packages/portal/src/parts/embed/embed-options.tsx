import type { WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { NamedValue, ResultDefinition } from '@cuvette/core/workflows';
import { tabTitle } from '@cuvette/widgets/languages';
import { Switch } from '@cuvette/widgets/ui';
import { type ReactNode, useId } from 'react';
import { words } from '../../words.ts';
import { NumberField, Select } from './embed-fields.tsx';
import { embedDigits, embedHeights } from './embed-number.ts';
import { type EmbedPart, partsIn } from './embed-parts.ts';
import { type EmbedChoice, embedKinds, kindChange } from './embed-snippets.ts';

/** `card`, `structure` and `plot` are the server's, by their addresses; the others are made here. */
export type PictureName = 'card' | 'structure' | 'plot' | 'viewer' | 'formula' | 'none';

/** Pictures that can be had of an item. */
export type AvailablePictures = Readonly<Record<Exclude<PictureName, 'none'>, boolean>>;

/** Whether a picture is asked from the server by its address. */
export const isByAddress = (picture: PictureName): picture is 'card' | 'structure' | 'plot' =>
  picture === 'card' || picture === 'structure' || picture === 'plot';

/** Which picture is in the fallback, and where it lies; or whether the badge is the server's or a file. */
export interface PictureChoice {
  fallback: boolean;
  picture: PictureName;
  where: 'inline' | 'file';
  badge: 'live' | 'png';
}

interface EmbedOptionsProps {
  hosts: ReactNode;
  item: WorkflowItem;
  definition: ResultDefinition | null;
  values: readonly NamedValue[];
  /** What can be shown of the item. */
  parts: readonly EmbedPart[];
  choice: EmbedChoice;
  onChoice: (change: Partial<EmbedChoice>) => void;
  pictures: PictureChoice;
  available: AvailablePictures;
  onPictures: (change: Partial<PictureChoice>) => void;
}

const texts = words.embed;

/** Everything that can be chosen for a snippet. */
export function EmbedOptions(props: EmbedOptionsProps) {
  const { item, definition, values, parts, choice, onChoice } = props;
  const id = useId();
  const { kind, part } = choice;
  const tabs = definition?.tabs(item, new Map()) ?? [];
  return (
    <div className="embed-choices">
      {props.hosts}
      <fieldset className="embed-kinds">
        <legend>{texts.kind}</legend>
        {embedKinds.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`${id}kind`}
              checked={kind === one}
              onChange={() => onChoice(kindChange(one, part))}
            />
            {texts.kinds[one]}
          </label>
        ))}
      </fieldset>
      <p className="cv-quiet">{texts.kindHints[kind]}</p>
      {kind === 'markdown' ? (
        <Select
          label={texts.badge}
          value={props.pictures.badge}
          options={[
            ['live', texts.badges.live],
            ['png', texts.badges.png],
          ]}
          onChange={(badge) => props.onPictures({ badge })}
        />
      ) : (
        <>
          <Select
            label={texts.part}
            value={part}
            options={partsIn(kind, parts).map((one) => [one, texts.parts[one]])}
            onChange={(chosen) => onChoice({ part: chosen, path: choice.path || (values[0]?.path ?? '') })}
          />
          {part === 'value' && kind !== 'frame' ? <ValueOptions {...props} /> : null}
          {part === 'result' && tabs.length > 1 ? (
            <Select
              label={texts.tab}
              value={choice.tab}
              options={[['', texts.usualTab], ...tabs.map((tab) => [tab.id, tabTitle(tab.title)] as const)]}
              onChange={(tab) => onChoice({ tab })}
            />
          ) : null}
          <div className="embed-row">
            <Select
              label={texts.theme}
              value={choice.theme}
              options={Object.entries(texts.themes) as [EmbedChoice['theme'], string][]}
              onChange={(theme) => onChoice({ theme })}
            />
            <Select
              label={texts.language}
              value={choice.lang}
              options={Object.entries(texts.languages)}
              onChange={(lang) => onChoice({ lang })}
            />
          </div>
          {part === 'value' && kind !== 'frame' ? null : (
            <NumberField
              label={texts.height}
              hint={texts.heightHint}
              value={choice.height}
              bounds={embedHeights}
              onChange={(height) => onChoice({ height })}
            />
          )}
        </>
      )}
      {part === 'value' && kind !== 'frame' && kind !== 'markdown' ? null : (
        <Switch label={texts.viewLink} checked={choice.viewLink} onChange={(viewLink) => onChoice({ viewLink })} />
      )}
      {(kind === 'element' || kind === 'file') && part !== 'value' ? <FallbackOptions {...props} /> : null}
    </div>
  );
}

function ValueOptions({ values, choice, onChoice }: EmbedOptionsProps) {
  if (values.length === 0) return <p className="cv-quiet">{texts.noValues}</p>;
  return (
    <div className="embed-row">
      <Select
        label={texts.value}
        value={choice.path}
        options={values.map(({ path, title }) => [path, inEnglish(title)])}
        onChange={(path) => onChoice({ path })}
      />
      <NumberField
        label={texts.digits}
        hint={texts.digitsHint}
        value={choice.digits}
        bounds={embedDigits}
        onChange={(digits) => onChoice({ digits })}
      />
    </div>
  );
}

/** Shows what is in the element until it starts, without script, and on paper. */
function FallbackOptions({ pictures, available, onPictures }: EmbedOptionsProps) {
  return (
    <fieldset className="embed-fallback">
      <legend>{texts.fallback}</legend>
      <p className="cv-quiet">{texts.fallbackHint}</p>
      <Switch
        label={texts.withFallback}
        checked={pictures.fallback}
        onChange={(fallback) => onPictures({ fallback })}
      />
      {pictures.fallback ? (
        <div className="embed-row">
          <Select
            label={texts.picture}
            value={pictures.picture}
            options={(['card', 'structure', 'plot', 'viewer', 'formula', 'none'] as const)
              .filter((one) => one === 'none' || available[one])
              .map((one) => [one, texts.pictures[one]])}
            onChange={(picture) => onPictures({ picture })}
          />
          {pictures.picture === 'none' || isByAddress(pictures.picture) ? null : (
            <Select
              label={texts.pictureWhere}
              value={pictures.where}
              options={[
                ['inline', texts.pictureWheres.inline],
                ['file', texts.pictureWheres.file],
              ]}
              onChange={(where) => onPictures({ where })}
            />
          )}
        </div>
      ) : null}
    </fieldset>
  );
}
