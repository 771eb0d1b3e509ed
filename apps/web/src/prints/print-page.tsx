import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { pageBox, pageHint, type PageRules } from '@talaan/contract/papers/paper';
import { reportFailure } from '../api/report-failure.ts';
import { PRINT_AT_ONCE } from '../reports/report-actions.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { IconPrint } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { cssString } from './css-string.ts';
import { PaperSheet } from './paper-sheet.tsx';
import styles from './print-page.module.css';

export interface PrintPageProps {
  /** The paper with its data; it may be printed as soon as it is here. */
  paper: DrawnPaper;
  /** Whether a browser that prints it as it is prints no copy: it says PREVIEW then. */
  isPreview?: boolean;
  /** Counts a copy and shows it, before it is printed; nothing is printed where that fails. */
  count?: () => Promise<void>;
  /** Buttons before 'Print This Form'. */
  actions?: ReactNode;
}

/** A paper on a desk: the sheet at its true size, always black on white, under a bar that is not printed (ux §8). */
export function PrintPage({ paper, isPreview = false, count, actions }: PrintPageProps) {
  const { title, page } = paper;
  const sheet = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const counting = useRef(count);
  useLayoutEffect(() => {
    counting.current = count;
  });
  const print = useCallback(async () => {
    setBusy(true);
    try {
      await counting.current?.();
      await printWhenReady(sheet.current);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setBusy(false);
    }
  }, []);
  useShortcut('mod+p', MESSAGES.printThisForm, () => void (busy || print()));
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  useEffect(() => {
    if (location.hash === PRINT_AT_ONCE) void print();
  }, [print]);
  usePageBox(paper);
  return (
    <>
      <header className={styles.bar}>
        <h1>{title}</h1>
        <span className="muted">{pageHint(page)}</span>
        <div className={styles.actions}>
          {actions}
          <Button variant="primary" icon={<IconPrint />} keys="mod+p" busy={busy} onClick={() => void print()}>
            {MESSAGES.printThisForm}
          </Button>
        </div>
      </header>
      {/* A sheet that is wider than the window is scrolled by keyboard once its desk has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main className={styles.desk} tabIndex={0}>
        <article ref={sheet} className={styles.sheet} style={sheetSize(page)}>
          <PaperSheet paper={paper} isPreview={isPreview} />
        </article>
      </main>
    </>
  );
}

interface PrintNoticeProps {
  title: string;
  /** Several stand below each other. */
  text: string | readonly string[];
  action?: ReactNode;
}

/** In place of a paper that cannot be shown: why, and no button to print it. */
export function PrintNotice({ title, text, action }: PrintNoticeProps) {
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  return (
    <main className={styles.notice}>
      <h1>{title}</h1>
      <div role="alert">
        {[text].flat().map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
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

/** Writes size, foot and number of the printed page: they belong in a style sheet. */
function usePageBox({ page, foot }: DrawnPaper): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    // Pages whose lines are counted carry their number themselves; without margins none stands anywhere.
    const isNumbered = page.lines === undefined && page.margins !== 'none';
    const number = isNumbered ? `'Page ' counter(page) ' of ' counter(pages)` : 'none';
    const { width, height, top, side, bottom } = pageBox(page);
    sheet.replaceSync(`@page {
      size: ${width}mm ${height}mm;
      margin: ${top}mm ${side}mm ${bottom}mm;
      @bottom-left { content: ${cssString(foot)} }
      @bottom-right { content: ${number} }
    }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [page, foot]);
}

/** The sheet at its true size. */
function sheetSize(page: PageRules): CSSProperties {
  const { width, height, top, side, bottom, logo } = pageBox(page);
  const room = {
    padding: `${top}mm ${side}mm ${bottom}mm`,
    '--logo-height': `${logo}mm`,
    // How high the text of a printed page can be.
    '--page-room': `${height - top - bottom}mm`,
  };
  return { width: `${width}mm`, minHeight: `${height}mm`, ...room };
}
