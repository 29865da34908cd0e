import type { Page } from '@playwright/test';
import type { Shown } from './task.ts';

/**
 * What a result page shows: its headline, and the facts, tables and notes of its open tab. Titles of the headline are facts as well, and come first.
 * A table of one row is drawn as names and values and is read as a row, like the others.
 */
export function readPage(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const within = document.querySelector('cuvette-workflow')?.shadowRoot;
    const all = (selector: string) => [...(within?.querySelectorAll(selector) ?? [])];
    const text = (element: Element | null | undefined) => element?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
    const facts: Record<string, string> = {};
    for (const label of all('[data-headline] dt, .cv-facts dt')) facts[text(label)] ??= text(label.nextElementSibling);
    const rows = all('table').flatMap((table) => {
      const entries = (row: Element) => [...row.querySelectorAll('th, td')].map(text);
      if (table.classList.contains('cv-fact-list'))
        return [Object.fromEntries([...table.querySelectorAll('tr')].map(entries)) as Record<string, string>];
      const heads = [...table.querySelectorAll('thead th')].map(text);
      return [...table.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries(entries(row).map((value, place) => [heads[place] ?? '', value])),
      );
    });
    const beside = [...all('.cv-note').map(text), ...rows.map(({ Note: note }) => note ?? '')];
    // The line that opens the list of limits repeats the first of them, or counts them.
    return { facts, rows, beside: beside.filter((note) => note !== ''), limits: all('.cv-notes li').map(text) };
  });
}
