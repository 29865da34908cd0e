import DOMPurify from 'dompurify';
import { Marked } from 'marked';

/** What notes may hold. No pictures: one from elsewhere would tell its server who reads the notes. No styles, no forms, nothing that runs. */
const allowed = {
  ALLOWED_TAGS: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'del', 's', 'sub', 'sup', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'align', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  /** Pages of the web, mail, and paths of this site. */
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\])|#)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** Notes in Markdown as nodes of a page: whatever is in them, nothing in what comes out runs or loads anything. */
export function notesAsNodes(notes: string): DocumentFragment {
  const clean = DOMPurify.sanitize(markdown.parse(notes) as string, allowed);
  for (const link of clean.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return clean;
}
