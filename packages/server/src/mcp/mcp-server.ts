import type { AccountClient } from '@cuvette/core/client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { errorWords } from '../log.ts';
import { version } from '../version.ts';
import { type Tool, tools } from './tools.ts';

/** Most bytes of an answer: what an agent can read at once. */
const mostAnswerBytes = 100_000;

const instructions =
  'Cuvette computes and keeps results of computational chemistry. Every number comes with value, unit, ±, method, notes and a sentence. ' +
  'Quote the sentence, or give all of these together. Notes say what changes the meaning of a number; never leave them out. ' +
  'Order of work: find_workflow_type, check_input, submit, wait, read_result.';

/** A Model Context Protocol server that acts with the rights of the client. One is made for each connection. */
export function createMcpServer(client: AccountClient): McpServer {
  const server = new McpServer({ name: 'cuvette', title: 'Cuvette', version }, { instructions });
  for (const tool of tools) {
    const { name, title, description, input, reads } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: { readOnlyHint: reads, destructiveHint: false, openWorldHint: false },
      },
      (given: unknown, { signal }: { signal: AbortSignal }) => answer(tool, client, given as never, signal),
    );
  }
  return server;
}

async function answer(tool: Tool, client: AccountClient, given: never, signal: AbortSignal): Promise<CallToolResult> {
  try {
    const found = await tool.run({ client, signal }, given);
    if ('picture' in found) {
      const { picture, about } = found as {
        picture: { data: string; mimeType: string };
        about: Record<string, unknown>;
      };
      return {
        content: [
          { type: 'image', ...picture },
          { type: 'text', text: JSON.stringify(about) },
        ],
        structuredContent: about,
      };
    }
    const text = JSON.stringify(found);
    if (text.length > mostAnswerBytes) return refusal(tooLarge(text.length));
    return { content: [{ type: 'text', text }], structuredContent: found };
  } catch (error) {
    const field = error instanceof Error && 'field' in error && typeof error.field === 'string' ? error.field : null;
    return refusal(field ? `${field}: ${errorWords(error)}` : errorWords(error));
  }
}

function tooLarge(bytes: number): string {
  return `The answer would have ${Math.ceil(bytes / 1000)} kB; ${mostAnswerBytes / 1000} kB are the most. Ask for fewer paths, for one that leads deeper, or for a smaller page.`;
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
