import { Link } from '@tanstack/react-router';
import { Fragment, type RefObject } from 'react';
import { proofState, type ProvenReport } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { reportNamed } from '@talaan/contract/reports/report-list';
import { classNames } from '../../ui/class-names.ts';
import { IconAlert, IconCheckCircle, IconInfo } from '../../ui/icons.tsx';
import { Amount } from '../table/report-cell.tsx';
import { monthWords } from './month-proofs-query.ts';
import { differs, ProofDocuments } from './proof-documents.tsx';
import { proofPlace, useLeftLink } from './proof-place.ts';
import styles from './month-proofs.module.css';

/** The proofs, report by report. Each leads to its report, at the proof. */
export function ProofTable({
  ref,
  data,
  month,
}: {
  ref: RefObject<HTMLTableElement | null>;
  data: readonly ProvenReport[];
  month: string;
}) {
  useLeftLink(ref, month);
  return (
    <section
      className={styles.scroll}
      // The table scrolls on its own, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`Proofs of ${monthWords(month)}`}
    >
      <table ref={ref} className={styles.table}>
        <caption className="visually-hidden">{`Proofs of ${monthWords(month)}`}</caption>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Proof</th>
            <th scope="col" colSpan={2} className={styles.figure}>
              Left
            </th>
            <th scope="col" colSpan={2} className={styles.figure}>
              Right
            </th>
            <th scope="col" className={styles.figure}>
              Difference
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        {data.map((report) => (
          <ReportProofs key={report.title} {...report} />
        ))}
      </table>
    </section>
  );
}

function ReportProofs({ report, title, filter, proof }: ProvenReport) {
  const page = reportNamed(report)!;
  const rows = proof.map((one, at) => (
    <Fragment key={one.name}>
      <tr className={classNames(at === 0 && styles.first, differs(one) && styles.red)}>
        {at === 0 ? (
          <th scope="rowgroup" rowSpan={rowsOf(proof)} className={styles.report}>
            {title}
          </th>
        ) : null}
        <td>
          <span className={styles.proof}>
            <StateIcon proof={one} />
            <Link className={styles.name} to={page.screen} search={filter} hash={proofPlace(one.name)}>
              {one.name}
            </Link>
          </span>
        </td>
        <td className={styles.label}>{one.left_label}</td>
        <td className={styles.figure}>
          <Amount value={one.left} />
        </td>
        <td className={styles.label}>{one.right_label}</td>
        <td className={styles.figure}>
          <Amount value={one.right} />
        </td>
        <td className={classNames(styles.figure, styles.difference)}>
          <Amount value={one.difference} />
        </td>
        <td className="muted small">{proofState(one)}</td>
      </tr>
      {differs(one) && one.documents.length > 0 ? (
        <tr className={styles.red}>
          <td colSpan={7} className={styles.named}>
            <ProofDocuments documents={one.documents} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  ));
  return <tbody>{rows}</tbody>;
}

/** A line for each proof, and one for the documents of each that differs. */
const rowsOf = (proof: readonly ReportProof[]): number =>
  proof.length + proof.filter((one) => differs(one) && one.documents.length > 0).length;

function StateIcon({ proof }: { proof: ReportProof }) {
  return STATE_ICONS[proofState(proof)];
}

const STATE_ICONS = { agrees: <IconCheckCircle />, stated: <IconInfo />, differs: <IconAlert /> } as const;
