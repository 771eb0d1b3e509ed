import { uploadCalls } from '@talaan/contract/integration/uploaded-batches.contract';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import { amountText, requireSum } from '@talaan/core/money/money';
import type { Figure } from '../../figures.ts';
import { withClient } from '../../scratch-cluster.ts';
import type { Books } from '../../stage.ts';
import type { SessionHeaders } from '../../talaan-server.ts';
import type { Bench } from '../bench.ts';
import { writeBatchFiles, type BatchFiles } from './batch-files.ts';
import { callServer, figuresMeanwhile, uploadForm } from './uploaded-files.ts';

/** Journals of four lines: 100,000 lines. */
const DAYS = { batches: 5, journals: 5000 };
const PAYROLLS = { batches: 20, journals: 1250 };

/**
 * G-R14 of files of batches: 100,000 lines of each kind are checked, taken, accepted by somebody else and posted, those of entries submitted,
 * since their source takes the route; the running sums move by what is posted, and the same files again move nothing. Of the first and of
 * the entries how much memory the server takes, and how long somebody else waits.
 */
export const uploads: Bench = {
  name: 'uploads',
  last: true,
  async measure({ small, settings: { seconds } }) {
    await letPost(small);
    const people = { uploader: await small.server.signIn('admin'), accepter: await small.server.signIn('admin2') };
    // Nobody's first: programs and plans are warm for whoever uploads every day.
    await bring(small, people, await writeBatchFiles(small.ownerUrl, 'IS', { batches: 1, journals: 50 }));
    const days = await writeBatchFiles(small.ownerUrl, 'IS', DAYS);
    const brought = await bringMeanwhile(small, people, days, { id: 'G-R14 batches', seconds });
    await bringAgain(small, people, days);
    const payrolls = await writeBatchFiles(small.ownerUrl, 'PAYROLL', PAYROLLS);
    const paid = sum(await bring(small, people, payrolls));
    await bringAgain(small, people, payrolls);
    const entries = await writeBatchFiles(small.ownerUrl, ROUTED, DAYS);
    const submitted = await bringMeanwhile(small, people, entries, { id: 'G-R14 entries', seconds });
    await bringAgain(small, people, entries);
    return [
      milliseconds(
        'G-R14 batches',
        '100,000 lines of batches from files: checked, taken, accepted and posted',
        sum(brought.took),
        60_000,
      ),
      milliseconds('G-R14 batches checked', 'Of it, checked', brought.took.checked, null),
      milliseconds('G-R14 batches taken', 'Of it, taken', brought.took.taken, null),
      ...brought.meanwhile,
      milliseconds('G-R14 payrolls', '100,000 lines of payrolls from files to posted', paid, 60_000),
      milliseconds('G-R14 entries', '100,000 lines of entries from a file to submitted', sum(submitted.took), 60_000),
      ...submitted.meanwhile,
    ];
  },
};

/** The source whose batches take the route of their type; the others post once they are accepted. */
const ROUTED = 'ENTRIES';

/** Milliseconds of each step. */
interface Took {
  readonly checked: number;
  readonly taken: number;
  readonly accepted: number;
}

const sum = ({ checked, taken, accepted }: Took) => checked + taken + accepted;

const milliseconds = (id: string, title: string, ours: number, at_most: number | null): Figure => ({
  id,
  title,
  unit: 'ms',
  ours,
  yardstick: null,
  goal: at_most === null ? null : { at_most },
});

interface People {
  readonly uploader: SessionHeaders;
  readonly accepter: SessionHeaders;
}

interface Answer {
  readonly upload_id: string;
  readonly message: string;
  readonly check: { readonly fault_count: number } | null;
}

/** Brings files into the ledger, as the page does: one step after the other. Throws where the running sums do not move by what they say. */
async function bring(
  books: Books,
  { uploader, accepter }: People,
  { source, files, batch_nos, debit }: BatchFiles,
): Promise<Took> {
  const took = { checked: 0, taken: 0, accepted: 0 };
  const timed = async <Answered>(step: keyof Took, work: Promise<Answered>): Promise<Answered> => {
    const began = performance.now();
    const answered = await work;
    took[step] += performance.now() - began;
    return answered;
  };
  const before = await sumOfDebits(books);
  for (const [kind, text] of files) {
    const { upload_id } = await timed('checked', check(books, uploader, kind, text));
    await timed('taken', callServer(books, uploader, uploadCalls[kind].path, { upload_id }));
  }
  const posts = source !== ROUTED;
  for (const batch_no of posts ? batch_nos : []) {
    await timed('accepted', callServer(books, accepter, '/trx/uploads/accept', { batches: [{ source, batch_no }] }));
  }
  const moved = (await sumOfDebits(books)) - before;
  if (moved !== (posts ? debit : 0n))
    throw new Error(`${source}: ${amountText(debit)} were uploaded, ${amountText(moved)} posted.`);
  return took;
}

/** The same, with what it takes of the server and of others. */
async function bringMeanwhile(books: Books, people: People, files: BatchFiles, of: { id: string; seconds: number }) {
  let took: Took = { checked: 0, taken: 0, accepted: 0 };
  const meanwhile = await figuresMeanwhile(books, of, async () => {
    took = await bring(books, people, files);
  });
  return { took, meanwhile };
}

/** Sends the same files again. Throws where they are not known, or move something. */
async function bringAgain(books: Books, { uploader }: People, { source, files }: BatchFiles): Promise<void> {
  const before = await sumOfDebits(books);
  for (const [kind, text] of files) {
    const { message } = await check(books, uploader, kind, text);
    if (!message.startsWith('Already uploaded')) throw new Error(`${source}: the same file again: ${message}`);
  }
  if ((await sumOfDebits(books)) !== before) throw new Error(`${source}: the same files again moved the sums.`);
}

async function check(books: Books, user: SessionHeaders, kind: UploadKind, text: string): Promise<Answer> {
  const form = uploadForm(`${kind}.csv`, text, { preview: '1' });
  const answer = await callServer<Answer>(books, user, uploadCalls[kind].path, form);
  if ((answer.check?.fault_count ?? 0) > 0) throw new Error(`${kind}: ${answer.message}`);
  return answer;
}

function letPost({ ownerUrl }: Books): Promise<unknown> {
  return withClient(ownerUrl, (owner) =>
    owner.query(`begin; set local talaan.user_id = 'system'; set local session_replication_role = replica;
      update integration_source set posting = case source_code when '${ROUTED}' then 'route' else 'posts' end; commit`),
  );
}

/** Of the whole ledger, in centavos. */
function sumOfDebits({ ownerUrl }: Books): Promise<bigint> {
  return withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ debit: string }>('select sum(debit)::text as debit from balance_account');
    return requireSum(rows[0]!.debit);
  });
}
