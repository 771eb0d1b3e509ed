import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeMove,
  confirmMove,
  type MoveState,
  type MoveView,
} from '@talaan/contract/integration/moving-in.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { FootBar, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { UnauthorizePage } from '../../page/unauthorize-page.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { askToConfirm, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { StatusChip, type ChipHue } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { many } from '../uploads/upload-words.ts';
import { BeginMove } from './begin-move.tsx';
import { MoveDeposits } from './move-deposits.tsx';
import { MoveFigures } from './move-figures.tsx';
import { MoveFiles } from './move-files.tsx';
import { MissingElsewhere } from './missing-elsewhere.tsx';
import { MoveProof } from './move-proof.tsx';
import { MOVES_KEY, moveQueries } from './moving-in-calls.ts';
import styles from './moving-in.module.css';

const STATES: Readonly<Record<MoveState, readonly [ChipHue, string]>> = {
  preparing: ['blue', 'Preparing'],
  ready: ['amber', 'Ready'],
  confirmed: ['green', 'Confirmed'],
  discarded: ['slate', 'Discarded'],
};

/** /moving-in: the day on which a company comes to Talaan: six files, their proof, and the confirmation of a second person. */
export function MovingInScreen() {
  const isOpen = useAccessLevel(MODULE) >= ACCESS.delete;
  return isOpen ? <Moves /> : <UnauthorizePage modules={[MODULE]} level={ACCESS.delete} />;
}

const MODULE = 'Upload from IS';

function Moves() {
  const moves = useQuery(moveQueries.list());
  const shown = moves.data?.data.find(({ state }) => state !== 'discarded');
  return (
    <div className={styles.page}>
      {shown === undefined ? <PageHeader title="Moving in" /> : null}
      <LoadState query={moves} what="the move" className={styles.note} />
      {moves.data === undefined ? null : shown === undefined ? (
        <BeginMove choices={moves.data.choices} />
      ) : (
        <Move id={shown.id} />
      )}
    </div>
  );
}

function Move({ id }: { id: number }) {
  const query = useQuery(moveQueries.move(id));
  const move = query.data;
  const [hue, label] = STATES[move?.state ?? 'preparing'];
  const isOpen = move?.state === 'preparing' || move?.state === 'ready';
  return (
    <>
      <PageHeader title="Moving in" badges={move ? <StatusChip hue={hue} label={label} /> : null} />
      <LoadState query={query} what="the move" className={styles.note} />
      {move === undefined ? null : (
        <>
          <div className={styles.work}>
            <Facts move={move} />
            <div className={styles.columns}>
              <MoveFiles move={move} />
              <MoveProof move={move} />
            </div>
            {move.state === 'confirmed' ? <MoveDeposits id={id} /> : null}
            <MissingElsewhere missing={move.missing} />
            <MoveFigures move={move} />
          </div>
          {isOpen ? <MoveFoot move={move} /> : null}
        </>
      )}
    </>
  );
}

function Facts({ move }: { move: MoveView }) {
  const { name, as_of, branch, department, prepared, ready, confirmed } = move;
  const said = [
    `Balances at the end of ${formatDetailDate(requireCalendarDate(as_of))}`,
    `branch ${branch}${department === null ? '' : `, department ${department}`} where rows name none`,
    prepared && `begun by ${prepared.user_name}, ${displayInstant(prepared.at)}`,
    ready && `ready since ${displayInstant(ready.at)}, says ${ready.user_name}`,
    confirmed && `confirmed by ${confirmed.user_name}, ${displayInstant(confirmed.at)}`,
  ];
  return (
    <section aria-label="Move" className={styles.facts}>
      <h2>{name}</h2>
      <p className="text-2">{said.filter(Boolean).join(' · ')}</p>
      {confirmed === null ? (
        <p className="muted small">
          Nothing is posted before a second person confirms, who began and uploaded none of it; until then every file
          may be replaced, and Discard is the way back.
        </p>
      ) : null}
    </section>
  );
}

function MoveFoot({ move }: { move: MoveView }) {
  const client = useQueryClient();
  const { id, name, row_version, state, may, proof } = move;
  const red = proof.filter(({ is_green }) => !is_green).length;
  async function act(work: () => Promise<unknown>, said: string): Promise<void> {
    try {
      await withPleaseWait(work());
      showSuccess(said);
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: [MOVES_KEY] });
  }
  const go = (to: 'preparing' | 'ready' | 'discarded', said: string) =>
    act(() => callServer(changeMove, { params: { id }, body: { state: to, row_version } }), said);
  async function discard(): Promise<void> {
    const sure = await askToConfirm({
      title: `Discard ${name}?`,
      text: 'Its files are put aside and nothing is posted. Another move may be begun.',
      confirmLabel: 'Discard',
      danger: true,
    });
    if (sure) await go('discarded', `${name} was discarded. Nothing was posted.`);
  }
  async function confirm(): Promise<void> {
    const rows = move.files.reduce((sum, { file }) => sum + (file?.rows ?? 0), 0);
    const sure = await askToConfirm({
      title: `Confirm ${name}?`,
      text: `${many(rows, 'row', 'rows')} are posted at once, dated ${move.as_of}. From then on nothing else is posted on that day or before it, and what is wrong is voided document by document.`,
      confirmLabel: 'Confirm',
    });
    if (sure) {
      await act(() => callServer(confirmMove, { params: { id }, body: { row_version } }), `${name} was confirmed.`);
    }
  }
  return (
    <FootBar
      label="State and actions"
      sums={<FootSums figures={{ Proof: red === 0 ? 'all green' : `${red} of ${proof.length} red` }} />}
      note={
        <Button variant="danger" disabledReason={may.discard.message ?? undefined} onClick={() => void discard()}>
          Discard
        </Button>
      }
    >
      {state === 'ready' ? (
        <>
          <Button onClick={() => void go('preparing', `${name} is prepared again.`)}>Prepare again</Button>
          <Button variant="primary" disabledReason={may.confirm.message ?? undefined} onClick={() => void confirm()}>
            Confirm
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          disabledReason={may.ready.message ?? undefined}
          onClick={() => void go('ready', `${name} is ready: a second person confirms it.`)}
        >
          Ready
        </Button>
      )}
    </FootBar>
  );
}
