/** Nonces of the response's content security policy. */
export interface PageNonces {
  style_nonce: string;
  script_nonce: string;
}

export interface PlainPage extends PageNonces {
  title: string;
  content:
    | { heading: string; text: string; link?: { text: string; address: string } }
    | { heading: string; form: string }
    /** HTML over the width of a text. */
    | { heading: string; wide: string };
  /** Script of the page, from the program only, never from input. */
  script?: string;
}

/** A page of one card that the server draws itself, in the look of the sign-in screen, light or dark as the system is. */
export function renderPlainPage({ title, content, script, style_nonce, script_nonce }: PlainPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Talaan</title>
<link rel="icon" href="/mark.svg">
<style nonce="${style_nonce}">${STYLE}</style>
</head>
<body>
<main${'wide' in content ? ' class="wide"' : ''}>
<svg viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d="${MARK}"/></svg>
<h1>${escapeHtml(content.heading)}</h1>
${bodyOf(content)}
</main>
${script ? `<script nonce="${script_nonce}">${script}</script>` : ''}
</body>
</html>`;
}

function bodyOf(content: PlainPage['content']): string {
  if ('wide' in content) return content.wide;
  if ('form' in content) return content.form;
  const { text, link } = content;
  const button = link ? `<a class="button" href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a>` : '';
  return `<p role="status">${escapeHtml(text)}</p>${button}`;
}

/** Text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const MARK =
  'M4 0H12A4 4 0 0 1 16 4V12A4 4 0 0 1 12 16H4A4 4 0 0 1 0 12V4A4 4 0 0 1 4 0ZM3 3H13V5H9V13H7V5H3ZM3 7H6V9H3ZM10 10H13V12H10Z';

const STYLE = `
:root { color-scheme: light dark; --canvas: #F5F6F8; --surface: #FFFFFF; --text: #14181F; --text-2: #465062; --line: #DFE3E9;
  --input-line: #7E8796; --accent: #1E56C5; --fill: #1E56C5; --fill-hover: #17469F; --danger: #B3261E; --ring: #1E56C5; }
@media (prefers-color-scheme: dark) { :root { --canvas: #0D1117; --surface: #161B22; --text: #E8EBF0; --text-2: #B4BCC8;
  --line: #2B333E; --input-line: #6E7887; --accent: #82AEFF; --fill: #2B66DB; --fill-hover: #1E56C5; --danger: #FF8A80; --ring: #9CC0FF; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; background: var(--canvas);
  color: var(--text); font: 400 13px/20px "Inter Variable", system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
main { width: 400px; max-width: calc(100vw - 32px); padding: 32px; margin: 16px; text-align: center; background: var(--surface);
  border: 1px solid var(--line); border-radius: 8px; }
svg { width: 40px; height: 40px; display: block; margin: 0 auto 16px; color: var(--accent); }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.01em; }
p { margin: 4px 0 24px; color: var(--text-2); }
form { margin-top: 20px; text-align: left; }
label { display: block; margin: 0 0 4px; font-weight: 500; font-size: 12px; line-height: 16px; color: var(--text-2); }
input { width: 100%; height: 40px; margin: 0 0 16px; padding: 0 10px; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--input-line); border-radius: 4px; }
button, .button { display: block; width: 100%; height: 40px; padding: 0 12px; font: inherit; font-weight: 500; line-height: 38px;
  color: #FFF; text-align: center; text-decoration: none; background: var(--fill); border: 1px solid var(--fill); border-radius: 6px; cursor: pointer; }
button:hover, .button:hover { background: var(--fill-hover); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.error { margin: 0 0 16px; color: var(--danger); }
.wide { width: 720px; align-self: flex-start; text-align: left; }
.wide svg { margin: 0 0 16px; }
details { padding: 12px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
summary { cursor: pointer; }
pre { margin: 12px 0; font: inherit; white-space: pre-wrap; }
details p { margin: 0; }
details a { color: var(--accent); }
.hint { margin: 16px 0 0; font-size: 12px; line-height: 16px; }
`;
