import { failureMessage } from '../../api/report-failure.ts';
import { moneySums, netTotals } from '../../batches/record/batch-money.tsx';
import { showClock } from '../../batches/record/batch-texts.ts';
import { TrialGroups } from '../../batches/moves/trial-groups.tsx';
import type { Ticks, Trial } from '../../batches/moves/use-trial.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconCheck, IconReturn } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import readingStyles from './reading-pane.module.css';
import styles from './selection-pane.module.css';

/** What approving the selection would do, in place of the open batch: the dry run with its sums (ux §12). */
export function SelectionPane({ trial, ticks }: { trial: Trial; ticks: Ticks }) {
  const { batches, isTried, at, query } = trial;
  return (
    <section className={readingStyles.reading} aria-label="Selection" data-region>
      <ProgressLine active={!isTried && !query.isError} />
      <div className={readingStyles.readHead}>
        <div className={readingStyles.readTitle}>
          <h2>{`${batches.length} selected`}</h2>
          <p className="text-2 figures">
            {isTried
              ? `Dry run of ${showClock(new Date(at).toISOString())}: nothing is approved yet.`
              : 'They are being tried.'}
          </p>
        </div>
        <div className={readingStyles.amount}>
          {moneySums(batches).map(({ currency, net, gross, less }) => (
            <span key={currency} className={readingStyles.amount}>
              <b className="figures">{`${currency} ${net}`}</b>
              <span className="small text-2 figures">{`net · gross ${gross} · withheld ${less}`}</span>
            </span>
          ))}
        </div>
      </div>
      {/* What scrolls takes the focus, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label="Dry run" tabIndex={0}>
        <LoadState
          query={query}
          failure={query.error === null ? undefined : failureMessage(query.error)}
          what="the trial"
          className={readingStyles.note}
        />
        <TrialGroups trial={trial} ticks={ticks} />
      </div>
    </section>
  );
}

/** The one bar of a selection: how many, what of them passes, and what can be done with them. Its keys are A, R and Esc. */
export function SelectionBar({
  trial: { batches, isTried, items, fit },
  onClear,
  onReturn,
  onApprove,
}: {
  trial: Trial;
  onClear: () => void;
  onReturn: () => void;
  onApprove: () => void;
}) {
  const returnable = batches.filter(({ allowed_actions }) => allowed_actions.return.allowed).length;
  const stay = items.length - fit.length;
  return (
    <div className={styles.bar} role="group" aria-label="Selected entries" data-foot>
      <div className={styles.sum} role="status">
        <b className="figures">{`${batches.length} selected`}</b>
        <span className="figures">
          {isTried ? (
            <>
              {`${fit.length} can be approved${fit.length === 0 ? '' : ', net '}`}
              <b>{netTotals(fit.flatMap(({ batch }) => batch ?? []))}</b>
            </>
          ) : (
            netTotals(batches)
          )}
        </span>
        {isTried && stay > 0 ? (
          <span className={`${styles.stay} text-2 figures`}>{stay === 1 ? '1 stays' : `${stay} stay`}</span>
        ) : null}
      </div>
      <Button variant="ghost" keys="Escape" onClick={onClear}>
        Clear
      </Button>
      <Button
        icon={<IconReturn />}
        keys="r"
        disabledReason={returnable === 0 ? 'None of them can be returned by you.' : undefined}
        onClick={onReturn}
      >
        {`Return ${returnable}`}
      </Button>
      <Button
        variant={isTried && fit.length === 0 ? 'plain' : 'primary'}
        icon={<IconCheck />}
        keys="a"
        onClick={onApprove}
      >
        {isTried ? `Approve ${fit.length}` : 'Approve'}
      </Button>
    </div>
  );
}
