import type { ContentsQuery } from '../store/contents.ts';
import { type Database } from '../store/database.ts';
import type { Member } from '../store/reader.ts';
/** Project and folder of the many items, known before they are made so that filters can name them. */
export declare const manyProject = '7a1c0de0-0000-4000-8000-000000000001';
export declare const manyFolder = '7a1c0de0-0000-4000-8000-000000000002';
/** What the filters of a contents query are: all of it but page and order. */
export type Filter = Exclude<keyof ContentsQuery, 'page' | 'size' | 'sort' | 'asc' | 'count'>;
/** A filter as it is asked, and as the condition that a person would write into a bare query of `workflow w`. */
export interface FilterRow {
  query: Partial<ContentsQuery>;
  bare: string;
  /** True where no index holds just those items, so that others are read too. */
  searched?: true;
}
/** Rows of every filter: one that is added to the contents query without a row here does not compile. */
export declare const filterRows: Record<Filter, Record<string, FilterRow>>;
/** Makes an account with a project and a folder of so many finished items, spread over types, statuses and 20 days. Returns its member. */
export declare function addManyItems(db: Database, size: number, person?: Member): Promise<Member>;
/** Every order that a list can have. */
export declare const orders: {
  sort: string;
  asc: boolean;
}[];
/** The page of 20 as a person would ask the database for it by hand, without regard to who may see it: what a list shows of each item. */
export declare function barePage(
  condition: string,
  {
    sort,
    asc,
  }: {
    sort: string;
    asc: boolean;
  },
  page?: number,
): string;
/** The number of items of a condition, likewise. */
export declare function bareCount(condition: string): string;
