import type { DocumentedOperation, JsonSchema } from './document.ts';

/** Returns what this server sends to the address of an item (`webhook_url`) when the item has ended. `item` is the schema of an item. */
export function webhooksOf(item: JsonSchema): Record<string, Record<string, DocumentedOperation>> {
  const post: DocumentedOperation = {
    operationId: 'webhook_item_ended',
    summary: 'Is sent to the `webhook_url` of an item when the item is completed, failed or stopped',
    tags: ['Account and keys'],
    description: `The body is the item, as \`GET /api/workflow/{uuid}\` answers it to the person who submitted it.

To check that it comes from here, take \`t\` and \`sha256\` from the header, and make an HMAC-SHA256 of the text \`t\`, a full stop, and the body as it came (its bytes, before any parsing), with the person's secret as the key. Its hexadecimal digits are those of \`sha256\`. Refuse what is older than five minutes. \`GET /api/user/me/webhook_secret\` answers the secret, \`POST /api/user/me/webhook_secret/rotate\` replaces it.

It is tried five times, after 10, 20, 40 and 80 seconds and some chance, until the receiver answers with a status of 200 to 299 within 10 seconds; redirects are not followed. A receiver may hear of one item twice: tell calls apart by \`uuid\`. \`GET /api/user/me/notices\` lists what was sent and what came of it.`,
    parameters: [
      {
        name: 'X-Rowan-Signature',
        in: 'header',
        required: true,
        description: 'The moment in seconds since 1970, and the signature: `t=MOMENT,sha256=DIGITS`.',
        schema: { type: 'string', pattern: '^t=[0-9]+,sha256=[0-9a-f]{64}$' },
        example: `t=1795377600,sha256=${'0123456789abcdef'.repeat(4)}`,
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: item } } },
    responses: { '2XX': { description: 'The receiver has it. Any other answer, or none, is tried again.' } },
    security: [],
  };
  return { item_ended: { post } };
}
