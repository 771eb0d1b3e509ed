import { memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { ASCENT, PAPER_FONT } from '@talaan/contract/papers/font-widths';
import { meaningPath } from '@talaan/contract/papers/layout/meaning-path';
import { layOutPaper, type PaperLayout, type PlacedPage } from '@talaan/contract/papers/layout/paper-layout';
import type { Meaning, Shape, TextMark } from '@talaan/contract/papers/layout/piece';
import { STAMP_ANGLE, stampPlace } from '@talaan/contract/papers/layout/paper-stamp';
import { classNames } from '../../ui/class-names.ts';
import { pictureSize } from './picture-sizes.ts';
import styles from './paper-sheet.module.css';

/** So many pages are drawn at once; the others of a long report follow while one reads, or when it is printed. */
const AT_ONCE = 20;

/** A paper as sheets of the browser: the pages of its file, at their true size (ux §8). */
export function PaperSheet({ paper, isPreview = false }: { paper: DrawnPaper; isPreview?: boolean }) {
  const { pages, ...size } = useMemo(() => layOutPaper(paper, { ...PAPER_FONT, picture: pictureSize }), [paper]);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const drawAll = () => flushSync(() => setPrinted(true));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, []);
  const following = useDeferredValue(pages, pages.slice(0, AT_ONCE));
  const shown = isPrinted || pages.length <= AT_ONCE ? pages : following;
  return shown.map((page, at) => (
    // What is drawn on a paper never moves, so the position is the identity, here and below.
    // oxlint-disable-next-line react/no-array-index-key
    <Sheet key={at} page={page} {...size} label={`Page ${at + 1} of ${pages.length}`} isPreview={isPreview} />
  ));
}

type Size = Pick<PaperLayout, 'width' | 'height'>;
type SheetProps = Size & { page: PlacedPage; label: string; isPreview: boolean };

const Sheet = memo(function Sheet({ page, width, height, label, isPreview }: SheetProps) {
  const marks = page.flatMap((piece) => piece.marks.map((mark) => ({ mark, top: piece.y })));
  const stamp = marks.find(({ mark }) => 'stamp' in mark)?.mark as { stamp: string } | undefined;
  return (
    <div className={styles.page} style={{ width: `${width}pt`, height: `${height}pt` }} data-page>
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
        <Stamp stamp={stamp?.stamp ?? null} isPreview={isPreview} width={width} height={height} />
        <g className={styles.shapes}>
          {marks.map(({ mark, top }, at) =>
            'text' in mark || 'pageCount' in mark || 'stamp' in mark ? null : (
              // oxlint-disable-next-line react/no-array-index-key
              <Drawn key={at} shape={mark} top={top} />
            ),
          )}
        </g>
        {branchesOf(page).map(partOf)}
      </svg>
    </div>
  );
});

function Drawn({ shape, top }: { shape: Shape; top: number }) {
  if ('rule' in shape) {
    const [from, to] = shape.rule;
    return <path d={`M${from} ${top + shape.y}H${to}`} strokeWidth={shape.weight} />;
  }
  if ('line' in shape) {
    const [x, from, toX, to] = shape.line;
    return <path d={`M${x} ${top + from}L${toX} ${top + to}`} strokeWidth={shape.weight} />;
  }
  if ('frame' in shape) {
    const [x, y, width, height] = shape.frame;
    const look = shape.shaded ? styles.shaded : undefined;
    return <rect x={x} y={top + y} width={width} height={height} strokeWidth={shape.weight} className={look} />;
  }
  if ('path' in shape) {
    const place = `translate(${shape.x} ${top + shape.y}) scale(${shape.scale})`;
    return <path className={styles.code} transform={place} d={shape.path} data-code />;
  }
  const { picture, x, y, width, height } = shape;
  return <image href={picture} x={x} y={top + y} width={width} height={height} />;
}

/**
 * Rises over the page in outline. Nobody takes for a copy what is printed without being counted: it says PREVIEW there.
 */
function Stamp({ stamp, isPreview, ...page }: Size & { stamp: string | null; isPreview: boolean }) {
  const preview = stamp === null ? 'PREVIEW' : `PREVIEW · ${stamp}`;
  return (
    <g className={styles.stamp}>
      {stamp === null ? null : <StampText {...page} text={stamp} look={isPreview ? styles.onScreen : undefined} />}
      {isPreview ? <StampText {...page} text={preview} look={styles.inPrint} /> : null}
    </g>
  );
}

function StampText({ text, look, width, height }: Size & { text: string; look: string | undefined }) {
  const { x, y, size } = stampPlace(text, { width, height });
  const turn = `rotate(${STAMP_ANGLE} ${width / 2} ${height / 2})`;
  return (
    <text x={x} y={y + ASCENT * size} fontSize={size} transform={turn} className={look} data-stamp={text}>
      {text}
    </text>
  );
}

type PlacedText = TextMark & { readonly top: number };

/** Texts that are something together, or what stands in it. */
interface Branch {
  readonly of?: Meaning;
  readonly texts: PlacedText[];
  readonly branches: Branch[];
}

/** The texts of a page as what they are, in their order. */
function branchesOf(page: PlacedPage): readonly Branch[] {
  const root: Branch = { texts: [], branches: [] };
  let open: Branch[] = [];
  for (const { marks, y: top } of page) {
    for (const mark of marks) {
      if (!('text' in mark)) continue;
      const path = meaningPath(mark.of);
      const differs = path.findIndex((of, at) => open[at]?.of !== of);
      open = open.slice(0, differs < 0 ? path.length : differs);
      for (const of of path.slice(open.length)) grow({ of, texts: [], branches: [] });
      if (path.length === 0) root.branches.push({ texts: [{ ...mark, top }], branches: [] });
      else open.at(-1)!.texts.push({ ...mark, top });
    }
  }
  return root.branches;

  function grow(branch: Branch): void {
    (open.at(-1) ?? root).branches.push(branch);
    open.push(branch);
  }
}

const ROLES = {
  heading: 'heading',
  paragraph: undefined,
  list: 'list',
  item: 'listitem',
  term: 'term',
  definition: 'definition',
  group: 'group',
  table: 'table',
  row: 'row',
  columnheader: 'columnheader',
  cell: 'cell',
} as const satisfies Record<Meaning['is'], string | undefined>;

function partOf({ of, texts, branches }: Branch, at: number): ReactNode {
  const what = of && {
    role: ROLES[of.is],
    'aria-label': of.name,
    // The bar above the sheet has the first heading of the page.
    'aria-level': of.level && of.level + 1,
    'aria-colspan': of.span,
  };
  if (branches.length > 0)
    return (
      <g key={at} {...what}>
        {branches.map(partOf)}
      </g>
    );
  if (texts.length === 1)
    return (
      <text key={at} {...what} {...placeOf(texts[0]!)}>
        {texts[0]!.text}
      </text>
    );
  return (
    <text key={at} {...what}>
      {texts.map((text, line) => [
        line === 0 || text.runsOn ? '' : ' ',
        // oxlint-disable-next-line react/no-array-index-key
        <tspan key={line} {...placeOf(text)}>
          {text.text}
        </tspan>,
      ])}
    </text>
  );
}

function placeOf({ x, y, top, size, bold, grey, red }: PlacedText) {
  const look = classNames(bold && styles.bold, grey && styles.grey, red && styles.red);
  return { x, y: top + y + ASCENT * size, fontSize: size, ...(look === '' ? {} : { className: look }) };
}
