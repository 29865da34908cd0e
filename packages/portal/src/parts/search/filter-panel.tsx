import { catalogue } from '@cuvette/core/workflows';
import { Combobox } from '@cuvette/widgets/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import type { FindSearch } from '../../search.ts';
import { projectName } from '../project/projects.ts';
import { statusText } from './filters.ts';

interface FilterPanelProps {
  filters: FindSearch;
  onChange: (filters: FindSearch) => void;
}

/** Adds filters to a search; each is a chip from then on. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const outside = (event: Event) => {
      if (panel.current?.open && !event.composedPath().includes(panel.current)) panel.current.open = false;
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, []);
  const projects = useQuery(ownerClient.projects(), ownerClient.queryClient);
  const names = listWords.filterNames;
  const { type = [], status = [] } = filters;
  const types = catalogue
    .filter((entry) => !type.includes(entry.type))
    .map((entry) => ({ value: entry.type, label: entry.title }));
  const statuses = [0, 1, 2, 3, 4, 5, 6]
    .filter((code) => !status.includes(code))
    .map((code) => ({ value: String(code), label: statusText(code) }));
  const places = (projects.data ?? []).map((project) => ({ value: project.uuid, label: projectName(project) }));
  const mark = (name: 'public' | 'starred') => (
    <label className="field">
      {names[name]}
      <select
        value={filters[name] === undefined ? '' : String(filters[name])}
        onChange={(event) => {
          const { [name]: _before, ...rest } = filters;
          onChange(event.target.value === '' ? rest : { ...rest, [name]: event.target.value === 'true' });
        }}
      >
        <option value="">{listWords.any}</option>
        <option value="true">{listWords.yes}</option>
        <option value="false">{listWords.no}</option>
      </select>
    </label>
  );
  const day = (name: 'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore') => (
    <label className="field">
      {names[name]}
      <input
        type="date"
        className="date"
        value={filters[name]?.slice(0, 10) ?? ''}
        onChange={(event) => {
          const { [name]: _before, ...rest } = filters;
          onChange(event.target.value === '' ? rest : { ...rest, [name]: event.target.value });
        }}
      />
    </label>
  );
  return (
    <details
      ref={panel}
      className="menu filter-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary className="cv-button" data-dense="">
        {listWords.addFilter}
      </summary>
      <div className="menu-items filter-panel">
        <div className="field">
          <label htmlFor={`${id}t`}>{names.type}</label>
          <Combobox
            id={`${id}t`}
            options={types}
            value={null}
            onChange={(one) => onChange({ ...filters, type: [...type, one] })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}s`}>{names.status}</label>
          <Combobox
            id={`${id}s`}
            options={statuses}
            value={null}
            onChange={(one) => onChange({ ...filters, status: [...status, Number(one)] })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}p`}>{names.projectUUID}</label>
          <Combobox
            id={`${id}p`}
            options={places}
            value={filters.projectUUID ?? null}
            onChange={(uuid) => {
              const label = places.find(({ value }) => value === uuid)?.label;
              onChange({ ...filters, projectUUID: uuid, ...(label ? { projectName: label } : {}) });
            }}
          />
        </div>
        {mark('starred')}
        {mark('public')}
        {day('createdAfter')}
        {day('createdBefore')}
        {day('updatedAfter')}
        {day('updatedBefore')}
      </div>
    </details>
  );
}
