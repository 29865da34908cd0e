import * as z from 'zod/mini';
import { creditDecimals } from './platform-constants.ts';
import { optionalNull } from './scalars.ts';

/** Features that an administrator switches, by the name that definitions ask for. */
export const featureNames = ['kingfisher', 'nmr'] as const;
export type Feature = (typeof featureNames)[number];

/** What an administrator switches for the whole server and every package has to know: billing, private features, support. */
export const PlatformSettings = z.looseObject({
  /** Off: nothing about credits is shown anywhere. */
  billing: z._default(z.boolean(), false),
  features: z.prefault(
    z.looseObject({
      /** Kingfisher among the solubility methods. */
      kingfisher: z._default(z.boolean(), false),
      /** NMR; on, unless it is switched off. */
      nmr: z._default(z.boolean(), true),
    }),
    {},
  ),
  /** Whether names and PDB IDs can be looked up: the server may ask PubChem and the Protein Data Bank, or local mirrors of them. */
  lookups: z._default(z.boolean(), true),
  /** Whom messages name when they say "contact support": an e-mail address, a page, or words. */
  support_contact: optionalNull(z.string()),
});
export type PlatformSettings = z.infer<typeof PlatformSettings>;

/** The settings of a server that says nothing: no billing, and NMR, which needs no trained weights. */
export const defaultPlatformSettings: PlatformSettings = z.parse(PlatformSettings, {});

/** What billing knows of an item. */
export interface BilledItem {
  is_free: boolean;
  credits_charged: number;
  max_credits: number | null;
}

/**
 * Billing lines of an item as they are shown: title and text. Empty while billing is off. Credits charged have 2 decimals,
 * the runtime limit has none.
 */
export function billingFields(settings: PlatformSettings, item: BilledItem): { title: string; text: string }[] {
  if (!settings.billing) return [];
  const charged = item.is_free ? 'Free' : item.credits_charged.toFixed(creditDecimals.charged);
  const fields = [{ title: 'Credits charged', text: charged }];
  if (item.max_credits !== null) {
    fields.push({ title: 'Runtime limit (credits)', text: item.max_credits.toFixed(creditDecimals.limit) });
  }
  return fields;
}

/** Whether a form asks for a credit limit. */
export function offersCreditLimit(settings: PlatformSettings): boolean {
  return settings.billing;
}

/**
 * Why something that needs a private feature is not offered, and who can change that; null where it is offered, needs none, or
 * nobody was asked. Stored results are shown in any case.
 */
export function switchedOff(settings: PlatformSettings | null, feature: Feature | undefined): string | null {
  if (settings === null || feature === undefined || settings.features[feature]) return null;
  const who = settings.support_contact ? ` ${supportSentence(settings)}` : '';
  return `Switched off on this server: its administrator can switch it on (CUVETTE_FEATURES=${feature}).${who}`;
}

/** Where messages send people who need help. */
export function supportSentence(settings: PlatformSettings): string {
  return settings.support_contact
    ? `Contact support: ${settings.support_contact}`
    : 'Contact the administrator of this server.';
}
