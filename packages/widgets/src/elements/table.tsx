import { TableElement, type TableElementProps } from '../table/table-element.tsx';
import { defineElement } from './define.tsx';

/** `<cuvette-table workflow="…">`: one table of an item, or any table set as its `table` property. */
defineElement<TableElementProps>({
  tag: 'cuvette-table',
  view: TableElement,
  attributes: {
    workflow: 'string',
    src: 'string',
    api: 'string',
    public: 'boolean',
    link: 'string',
    session: 'string',
    name: 'string',
  },
  properties: ['table', 'item', 'client'],
});
