import type { APIResponse, Browser, Page } from '@playwright/test';
import { expect, origin } from './shared.ts';

/** Somebody else with an account of their own, signed in at a browser of their own. */
export class Person {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Invited by the owner, whose page this is, and signed in by the invitation's link. */
  static async invite(owner: Page, browser: Browser, email: string): Promise<Person> {
    const invited = await owner.request.post(`${origin}/api/user/invite`, { data: { email }, headers: { origin } });
    expect(invited.status(), await invited.text()).toBe(201);
    const { link } = (await invited.json()) as { link: string };
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'My items' })).toBeVisible();
    return new Person(page);
  }

  /** A call with this person's session. */
  post(path: string, data: object): Promise<APIResponse> {
    return this.page.request.post(`${origin}${path}`, { data, headers: { origin } });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
