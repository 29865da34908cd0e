/** What the test runner puts into the page. */
declare function describe(title: string, body: () => void): void;
/** `this.timeout` gives a test that draws much more time, in milliseconds. */
declare const it: TestOf & { skip: TestOf };
type TestOf = (title: string, body: (this: { timeout: (limit: number) => void }) => void | Promise<void>) => void;
declare function before(body: () => void | Promise<void>): void;
declare function after(body: () => void | Promise<void>): void;
declare function beforeEach(body: () => void | Promise<void>): void;
declare function afterEach(body: () => void | Promise<void>): void;
