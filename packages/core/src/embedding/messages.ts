import * as z from 'zod/mini';

/** What is in every message between a frame (`/public/…?embed=1`) and the page around it, so that neither takes another's messages for these. */
const envelope = { namespace: z.literal('cuvette'), version: z.literal(1) };

const index = z.int().check(z.minimum(0));
const name = z.string().check(z.minLength(1), z.maxLength(200));
/** Chosen by the host, unlike those of its other open requests; the answer carries it again. */
const id = name;

/** What a host may ask a frame to show; what is left out stays as it is. */
export const FrameChange = z.strictObject({
  /** Identifier of a structure, one of those that the state lists. */
  structure: z.optional(name),
  /** Selected atoms, 0-based. */
  atoms: z.optional(z.array(index).check(z.maxLength(100_000))),
  tab: z.optional(name),
  /** Frame of the structure's trajectory, 0-based; null: the last one. */
  frame: z.optional(z.nullable(index)),
  /** Vibrational mode that is animated, 0-based; null: none. */
  mode: z.optional(z.nullable(index)),
  /** The whole view at once, with the view of the structure, as `saved` of an earlier state; the other keys are applied after it. */
  saved: z.optional(z.string().check(z.maxLength(10_000))),
});
export type FrameChange = z.output<typeof FrameChange>;

/** What a frame shows. Tab and frame are those that are seen, also where nobody chose them. */
export const FrameState = z.object({
  structure: z.nullable(z.string()),
  /** Identifiers of all structures, in order. */
  structures: z.array(z.string()),
  atoms: z.array(index),
  tab: z.nullable(z.string()),
  frame: z.nullable(index),
  mode: z.nullable(index),
  /** All of it as a short text, also how the structure is looked at: to be kept, and set again. */
  saved: z.string(),
});
export type FrameState = z.output<typeof FrameState>;

export const FrameTheme = z.enum(['light', 'dark', 'auto']);
export type FrameTheme = z.output<typeof FrameTheme>;

/** Messages that a frame accepts from its host. A broken request of ours is refused with a message (`refusalOf`); anything else is ignored. */
export const HostMessage = z.discriminatedUnion('type', [
  /** "Are you there?": the frame says hello again. */
  z.object({ ...envelope, type: z.literal('hello') }),
  /** Opens the conversation; a `MessagePort` may come along, and then all that the frame says goes through it. */
  z.object({ ...envelope, type: z.literal('connect'), autoHeight: z.optional(z.boolean()) }),
  z.object({ ...envelope, type: z.literal('get'), id }),
  z.object({ ...envelope, type: z.literal('set'), id, state: FrameChange }),
  z.object({ ...envelope, type: z.literal('theme'), id, theme: FrameTheme }),
]);
export type HostMessage = z.output<typeof HostMessage>;

/** What happened in the frame, without a question: the name of each event and what it carries. */
const FrameEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('load'), detail: z.object({ name: z.string(), workflow: z.string(), status: index }) }),
  z.object({ event: z.literal('state'), detail: FrameState }),
  z.object({
    event: z.literal('select'),
    detail: z.object({ structure: z.nullable(z.string()), atoms: z.array(index) }),
  }),
  z.object({
    event: z.literal('rows'),
    detail: z.object({ rows: z.array(index), structures: z.array(z.nullable(z.string())) }),
  }),
  z.object({ event: z.literal('tab'), detail: z.object({ tab: z.string() }) }),
  z.object({ event: z.literal('frame'), detail: z.object({ frame: index, trajectory: index }) }),
  /** Height of the content in CSS pixels, while the host asked for it (`autoHeight`). */
  z.object({ event: z.literal('height'), detail: z.object({ height: z.number() }) }),
  z.object({ event: z.literal('error'), detail: z.object({ message: z.string() }) }),
]);
export type FrameEvent = z.output<typeof FrameEvent>;

/** Messages that a frame sends to its host. */
export const FrameMessage = z.union([
  z.object({ ...envelope, type: z.literal('hello') }),
  z.object({ ...envelope, type: z.literal('answer'), id, state: FrameState }),
  z.object({ ...envelope, type: z.literal('error'), id, message: z.string() }),
  z.intersection(z.object({ ...envelope, type: z.literal('event') }), FrameEvent),
]);
export type FrameMessage = z.output<typeof FrameMessage>;

/** Puts the envelope around a message. */
export function enveloped<Body extends object>(body: Body): Body & { namespace: 'cuvette'; version: 1 } {
  return { namespace: 'cuvette', version: 1, ...body };
}
