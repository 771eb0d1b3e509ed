import { useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { PRINT_AT_ONCE } from '../reports/report-screen.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { IconPrint } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import styles from './print-page.module.css';

export interface PrintPageProps {
  /** Names the paper, in the bar and in the browser's tab. */
  title: string;
  /** What paper it takes: 'A4 portrait'. */
  hint: string;
  /** Foot of every printed page, left; the page number stands right. */
  foot: string;
  /** Buttons before 'Print This Form'. */
  actions?: ReactNode;
  /** The sheet; it may be printed as soon as it is here. */
  children: ReactNode;
}

/** A paper on a desk: the sheet at its true size, always black on white, under a bar that is not printed (ux §8). */
export function PrintPage({ title, hint, foot, actions, children }: PrintPageProps) {
  const sheet = useRef<HTMLElement>(null);
  const print = useCallback(() => void printWhenReady(sheet.current), []);
  useShortcut('mod+p', MESSAGES.printThisForm, print);
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  useEffect(() => {
    if (location.hash === PRINT_AT_ONCE) print();
  }, [print]);
  usePageFoot(foot);
  return (
    <>
      <header className={styles.bar}>
        <h1>{title}</h1>
        <span className="muted">{hint}</span>
        <div className={styles.actions}>
          {actions}
          <Button variant="primary" icon={<IconPrint />} keys="mod+p" onClick={print}>
            {MESSAGES.printThisForm}
          </Button>
        </div>
      </header>
      <main className={styles.desk}>
        <article ref={sheet} className={styles.sheet}>
          {children}
        </article>
      </main>
    </>
  );
}

/** In place of a paper that cannot be shown: why, and no button to print it. */
export function PrintNotice({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  return (
    <main className={styles.notice}>
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      {action}
    </main>
  );
}

/** A paper goes to the printer complete: with its fonts and its images. */
async function printWhenReady(sheet: HTMLElement | null): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...(sheet?.querySelectorAll('img') ?? [])].map((image) => image.decode()));
  window.print();
}

/** Writes the margin boxes of the printed page: they need the text in a style sheet. */
function usePageFoot(foot: string): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { @bottom-left { content: "${cssString(foot)}" } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [foot]);
}

/** A text as the inside of a CSS string: whatever is not a letter, digit or space becomes its code point. */
function cssString(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)!.toString(16)} `);
}
