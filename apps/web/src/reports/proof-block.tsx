import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { proofState } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { useMenuScreens } from '../page/screen.ts';
import { Button } from '../ui/buttons/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconAlert, IconCheckCircle, IconChevronDown, IconChevronRight, IconInfo } from '../ui/icons.tsx';
import { differs, ProofDocuments } from './proofs/proof-documents.tsx';
import { proofPlace, useAskedFocus } from './proofs/proof-place.ts';
import { Amount } from './table/report-cell.tsx';
import styles from './report-page.module.css';
import { useProofs, type ReportSoFar } from './report-query.ts';

const MONTH_PROOFS = '/month-end-proofs';

/** Below this the proofs that agree are one line. */
const NARROW = '(max-width: 1199px)';

/**
 * The proofs of a report, a line each, between its totals and what is drilled: both sums and their difference, red with the documents
 * that make it. A narrow screen, or one with something beside them, shows those that agree as one line, which opens; red ones never fold
 * (ux §13). The one that the address names after '#' is in sight and has the focus.
 */
export function ProofBlock({
  report,
  soFar,
  count,
  isBeside,
}: {
  report: AnyReport;
  soFar: ReportSoFar;
  /** How many rows there are, or so far. */
  count: string;
  /** Something stands beside it. */
  isBeside: boolean;
}) {
  const { header } = soFar;
  const { proof, isProving, failure, again } = useProofs(report, soFar);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const seesMonth = useMenuScreens().some(({ path }) => path === MONTH_PROOFS);
  const asked = useLocation({ select: ({ hash }) => hash });
  const isAsked = ({ name }: ReportProof) => proofPlace(name) === asked;
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? proof.some(isAsked);
  const red = proof.filter(differs);
  const folds = (isNarrow || isBeside) && proof.length > 0;
  const shown = folds && !open ? red : proof;
  const agree = proof.length - red.length;
  return (
    <div className={styles.proofs}>
      {folds ? (
        <button
          type="button"
          className={classNames(styles.proofFold, red.length > 0 && styles.red)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {red.length === 0 ? <IconCheckCircle /> : <IconAlert />}
          <b>{`${agree} of ${proof.length} ${proof.length === 1 ? 'proof agrees' : 'proofs agree'}`}</b>
          {open ? <IconChevronDown /> : <IconChevronRight />}
        </button>
      ) : null}
      {proof.length === 0 && header.filters.length > 0 ? <p>Proof needs the whole report</p> : null}
      {shown.map((one) => (
        <ProofLine key={one.name} proof={one} isAsked={isAsked(one)} />
      ))}
      {isProving ? <p role="status">A further proof is being made.</p> : null}
      {failure === undefined ? null : (
        <p className={styles.redText} role="alert">
          {`A further proof could not be made. ${failure} `}
          <Button size="sm" variant="ghost" onClick={again}>
            Retry
          </Button>
        </p>
      )}
      <div className={styles.generated}>
        <span role="status" className="nowrap">
          {count}
        </span>
        {seesMonth ? (
          <Link to={MONTH_PROOFS} search={{ month: header.date_to.slice(0, 7) }}>
            All proofs of the month
          </Link>
        ) : null}
        <span>{header.generated}</span>
      </div>
    </div>
  );
}

function ProofLine({ proof, isAsked }: { proof: ReportProof; isAsked: boolean }) {
  const heading = useAskedFocus<HTMLElement>(isAsked);
  const { name, left_label, left, right_label, right, difference, documents } = proof;
  const isRed = differs(proof);
  const isOther = proofState(proof) === 'stated';
  const icon = isRed ? <IconAlert /> : isOther ? <IconInfo /> : <IconCheckCircle />;
  return (
    <div className={classNames(styles.proof, isRed ? styles.red : isOther ? styles.stated : styles.agrees)}>
      {icon}
      <b ref={heading} tabIndex={isAsked ? -1 : undefined}>
        {name}
      </b>
      <span className={classNames('figures', styles.sides)}>
        {left_label} <Figure value={left} /> {right_label} <Figure value={right} />{' '}
        <span className={classNames('nowrap', isRed && styles.redText)}>
          difference <Amount value={difference} />
        </span>
      </span>
      {documents.length > 0 ? <ProofDocuments documents={documents} /> : null}
    </div>
  );
}

function Figure({ value }: { value: string }): ReactNode {
  return (
    <b className={styles.side}>
      <Amount value={value} />
    </b>
  );
}
