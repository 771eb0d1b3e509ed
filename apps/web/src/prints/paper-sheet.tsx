import { Fragment, type CSSProperties, type ReactNode } from 'react';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { leadingLabels } from '@talaan/contract/papers/fact-rows';
import {
  fineLines,
  tinLine,
  type FactsBlock,
  type FineBlock,
  type HeadingBlock,
  type LetterheadBlock,
  type PaperBlock,
  type ParagraphsBlock,
  type SignaturesBlock,
  type SumsBlock,
} from '@talaan/contract/papers/paper-blocks';
import { pageBox, type PageRules } from '@talaan/contract/papers/paper';
import { isEmptyTable } from '@talaan/contract/papers/paper-table';
import { STAMP_ANGLE, stampOf, stampSize } from '@talaan/contract/papers/paper-stamp';
import { classNames } from '../ui/class-names.ts';
import { cssString } from './css-string.ts';
import styles from './paper-sheet.module.css';
import { PlacedPart } from './placed-part.tsx';
import { SheetTable } from './sheet-table.tsx';

/** A paper as a sheet of the browser: its parts in their order, in as many pages as its lines are counted in (ux §8). */
export function PaperSheet({ paper, isPreview = false }: { paper: DrawnPaper; isPreview?: boolean }) {
  return (
    <>
      {paper.pages.map(({ blocks, number }, at) => (
        // What is drawn on a paper never moves, so the position is the identity, here and below.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.page} data-page={at}>
          <Stamp stamp={stampOf(blocks)} page={paper.page} isPreview={isPreview} />
          {blocks.map((block, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>{partOf(block, blocks, paper.page)}</Fragment>
          ))}
          {number === null ? null : <p className={styles.number}>{number}</p>}
        </div>
      ))}
      {paper.foot === '' ? null : <p className={`${styles.fine} ${styles.screenOnly}`}>{paper.foot}</p>}
    </>
  );
}

function partOf(block: PaperBlock, page: readonly PaperBlock[], rules: PageRules): ReactNode {
  switch (block.block) {
    case 'heading':
      return <Heading {...block} />;
    case 'letterhead':
      return <Letterhead {...block} />;
    case 'facts':
      return <Facts block={block} leading={leadingLabels(block, page)} />;
    case 'table':
      return isEmptyTable(block.lines) ? (
        <p className={styles.empty}>{block.empty}</p>
      ) : (
        <SheetTable table={block} page={rules} />
      );
    case 'sums':
      return <Sums {...block} />;
    case 'signatures':
      return <Signatures {...block} />;
    case 'fine':
      return <FinePrint {...block} />;
    case 'paragraphs':
      return <Paragraphs {...block} />;
    case 'placed':
      return <PlacedPart {...block} />;
  }
}

function Heading({ lines }: HeadingBlock) {
  const [company, title, ...rest] = lines;
  return (
    <header className={styles.heading}>
      <div className={styles.company}>{company}</div>
      <div>
        <b>{title}</b>
      </div>
      {rest.map((line) => (
        <div key={line} className="figures">
          {line}
        </div>
      ))}
    </header>
  );
}

function Letterhead({ company, kind, number, reprint }: LetterheadBlock) {
  return (
    <div className={styles.head}>
      <div>
        {company.logo === null ? null : <img className={styles.logo} src={company.logo} alt="" />}
        <div className={styles.company}>{company.name}</div>
        <div>{company.address}</div>
        <div>{tinLine(company)}</div>
      </div>
      <div className={styles.kind}>
        <b>{kind}</b>
        <div className="figures">{number}</div>
        {reprint === undefined ? null : <div>{reprint}</div>}
      </div>
    </div>
  );
}

/**
 * Rises over the page in outline, as large as on the PDF; printed, over each page that the browser makes of this one. Nobody takes
 * for a copy what is printed without being counted: it says PREVIEW there.
 */
function Stamp({ stamp, page, isPreview }: { stamp: string | null; page: PageRules; isPreview: boolean }) {
  if (stamp === null && !isPreview) return null;
  const preview = stamp === null ? 'PREVIEW' : 'PREVIEW · ';
  const sizeOf = (text: string) => `${stampSize(text, pageBox(page))}pt`;
  const look: CSSProperties & Record<`--${string}`, string> = {
    '--size': sizeOf(stamp ?? ''),
    '--size-of-preview': sizeOf(`${preview}${stamp ?? ''}`),
    rotate: `${STAMP_ANGLE}deg`,
  };
  return (
    <div className={isPreview ? `${styles.stamp} ${styles.preview}` : styles.stamp} data-stamp>
      <div>
        <span style={look} data-preview={isPreview ? preview : undefined}>
          {stamp}
        </span>
      </div>
    </div>
  );
}

function Facts({ block, leading }: { block: FactsBlock; leading: readonly string[] }) {
  const { facts, inRow, boxed } = block;
  const look: CSSProperties & Record<'--leading-labels', string> = {
    gridTemplateColumns: `repeat(${inRow}, max-content minmax(0, 1fr))`,
    '--leading-labels': cssString(leading.join('\n')),
  };
  return (
    <dl className={boxed ? `${styles.facts} ${styles.boxed}` : styles.facts} style={look}>
      {facts.flatMap(({ label, value, wide, figure, muted }) => [
        <dt key={`${label} is`} className={muted ? styles.muted : undefined}>
          {label}
        </dt>,
        <dd key={label} className={wide ? styles.wide : figure ? `figures ${styles.figure}` : 'figures'}>
          {muted ? <span className={styles.muted}>{value}</span> : value}
        </dd>,
      ])}
    </dl>
  );
}

function Sums({ sums }: SumsBlock) {
  return (
    <dl className={styles.sums}>
      {sums.map(({ label, amount, total, muted }) => (
        <div key={label} className={total ? styles.sumTotal : muted ? styles.muted : undefined}>
          <dt>{label}</dt>
          <dd className="figures">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

function Signatures({ boxes, besideCode = false }: SignaturesBlock) {
  return (
    <div className={classNames(styles.signatures, besideCode && styles.besideCode)}>
      {boxes.map(({ label, signers, byHand }) => (
        <div key={label}>
          {label}
          {signers.map(({ name, date }) => (
            <div key={`${name} ${date}`} className={styles.signer}>
              <b>{name}</b> <span>{date}</span>
            </div>
          ))}
          {byHand === undefined ? null : <div className={styles.byHand}>{byHand}</div>}
        </div>
      ))}
    </div>
  );
}

function Paragraphs({ paragraphs }: ParagraphsBlock) {
  return paragraphs.map((text) => (
    <p key={text} className={styles.paragraph}>
      {text}
    </p>
  ));
}

function FinePrint(block: FineBlock) {
  const { verification } = block;
  return (
    <div className={classNames(styles.fine, verification && styles.verified, verification?.rises && styles.rises)}>
      <div>
        {fineLines(block).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      {verification ? (
        <svg className={styles.qr} viewBox={`0 0 ${verification.qr.modules} ${verification.qr.modules}`} aria-hidden>
          <path d={verification.qr.path} />
        </svg>
      ) : null}
    </div>
  );
}
