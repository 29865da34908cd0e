import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpProblem } from '../errors.ts';
import { parseGently } from './gentle-json.ts';

const many = 10_000_000;
/** So small that texts of a few dozen characters are taken apart. */
const tiny = { length: 4, values: 2 };
const seed = 20_261_122;

/** What a parser makes of a text: a value, or that it is none. */
async function outcome(parse: () => unknown): Promise<{ value?: unknown }> {
  try {
    return { value: await parse() };
  } catch {
    return {};
  }
}

/** JSON with spaces anywhere, keys that come twice, and texts that hold brackets, commas and quotation marks. */
const odd = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '\\"', '],[', 'é', '__proto', ' ');
const text = fc.array(odd, { maxLength: 6 }).map((parts) => JSON.stringify(parts.join('')));
/** Keys without escapes: V8 itself mistakes a key like `"\\"]"` for another one that it met before. */
const key = fc
  .array(fc.constantFrom('[', ']', '{', '},', ':', 'a', '7', 'é'), { maxLength: 3 })
  .map((parts) => `"${parts.join('')}"`);
const space = fc.constantFrom('', '', '', ' ', '\n\t ');
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.constantFrom('1', '-2.5e3', 'true', 'null', '[]', '{}', '[ ]')),
    fc
      .tuple(space, fc.array(fc.tuple(tie('json'), space), { maxLength: 7 }))
      .map(([first, values]) => `[${values.map(([value, after]) => first + value + after).join(',')}]`),
    fc
      .tuple(space, fc.array(fc.tuple(key, tie('json'), space), { maxLength: 7 }))
      .map(([first, pairs]) => `{${pairs.map(([key, value, after]) => `${first}${key}${after}:${value}`).join(',')}}`),
  ),
}));

describe('JSON that is parsed in pieces', () => {
  test('is what JSON.parse makes of it, and what is broken anywhere is refused by both', async () => {
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '1', ' ', '\\'))
      .map(([whole, at, instead]) => {
        const place = at % (whole.length + 1);
        return whole.slice(0, place) + instead + whole.slice(place + (at % 2));
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, broken), async (one) => {
        expect(await outcome(() => parseGently(one, many, tiny))).toEqual(await outcome(() => JSON.parse(one)));
      }),
      { numRuns: 4000, seed },
    );
  });

  test('loses keys named __proto__ wherever they are, however they are written, and nothing else', async () => {
    const plain =
      '{"a":1,"__proto__":{"x":1},"b":[{"__proto__":2,"c":"__proto__"}],"\\u005f_proto__":[1,2,3,4,5,6,7,8],"d":{"constructor":3}}';
    for (const piece of [undefined, tiny]) {
      const value = (await parseGently(plain, many, piece)) as Record<string, unknown>;
      expect(JSON.stringify(value)).toBe('{"a":1,"b":[{"c":"__proto__"}],"d":{"constructor":3}}');
      expect([Object.getPrototypeOf(value), 'x' in value]).toEqual([Object.prototype, false]);
    }
  });

  test('is refused with words when it is nested too deeply, holds too many values, or holds NUL', async () => {
    const refusal = (one: string) =>
      parseGently(one, 1000).then(
        () => null,
        (error: HttpProblem) => [error.status, error.message],
      );
    expect(await refusal('['.repeat(65) + ']'.repeat(65))).toEqual([400, expect.stringContaining('64 levels')]);
    expect(await refusal('['.repeat(64) + ']'.repeat(64))).toBe(null);
    expect(await refusal(`[${'[],'.repeat(600)}1]`)).toEqual([413, expect.stringContaining('1000 values')]);
    expect(await refusal('["a\\u0000"]')).toEqual([400, expect.stringContaining('NUL')]);
    expect(await refusal('["a\\\\u0000"]')).toBe(null);
    expect(await refusal('{"a":')).toEqual([400, expect.stringContaining('not JSON')]);
    await expect(parseGently('[', 10)).rejects.toBeInstanceOf(HttpProblem);
  });

  test('gives others their turn while it is parsed, also where it is refused in the end', async () => {
    const large = `{"a":{"b":[${'[1,{"c":-1.5}],'.repeat(250_000)}1]},"d":"${'ATOM '.repeat(100_000)}"}`;
    let turns = 0;
    let running = true;
    const others = (async () => {
      for (; running; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    })();
    const value = (await parseGently(large, many)) as { a: { b: unknown[] } };
    expect(value.a.b).toHaveLength(250_001);
    // Parsed at once, nobody else would have had a single one.
    expect(turns).toBeGreaterThan(10);
    running = false;
    await others;
  });
});
