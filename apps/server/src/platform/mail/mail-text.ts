import { escapeHtml } from '../sign-in/plain-page.ts';
import { LATE_ADDRESS } from './send-mail.ts';

/** A mail of a few paragraphs, as text and as HTML; the one that is `address` becomes a link. */
export function mailText(subject: string, paragraphs: readonly string[], address = LATE_ADDRESS) {
  const link = `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
  return {
    subject,
    body_text: `${paragraphs.join('\n\n')}\n`,
    body_html: `<!doctype html><html lang="en"><body style="font:14px/1.5 Arial,sans-serif;color:#14181f">\n${paragraphs
      .map((text) => `<p>${text === address ? link : escapeHtml(text)}</p>`)
      .join('\n')}\n</body></html>`,
  };
}
