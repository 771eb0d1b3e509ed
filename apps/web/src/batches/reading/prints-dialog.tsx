import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  listPapersOfDocument,
  PAPER_NAMES,
  runText,
  type IssuedPaper,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { Act } from '../../ui/change-list.tsx';
import changes from '../../ui/change-list.module.css';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { BATCHES_KEY, namedBy } from '../record/batch-calls.ts';
import { showInstant, titleOfKey } from '../record/batch-texts.ts';

/** How a paper went out, in words. */
const WAYS = { print: 'printed', pdf: 'saved as PDF', mail: 'sent by e-mail', spoil: 'spoiled' } as const;
const STATES = {
  stands: [],
  pending: ['Not in force yet'],
  void: ['Void'],
  replaced: ['Replaced by another copy or number'],
  withdrawn: ['Withdrawn'],
  changed: ['Changed since it was printed'],
} as const;

/** 'Official Receipt 000000000012, REPRINT 2' */
function paperText({ kind, number, copy_no }: IssuedPaper): string {
  const reprint = copy_no !== null && copy_no > 1 ? `REPRINT ${copy_no}` : '';
  return [[PAPER_NAMES[kind] ?? kind, number].filter(Boolean).join(' '), reprint].filter(Boolean).join(', ');
}

/** Which papers of a batch went out, newest first: who made them, how, and by which code each is verified. */
export function PrintsDialog({ batchKey, onClose }: { batchKey: string; onClose: () => void }) {
  const papers = useQuery({
    queryKey: [BATCHES_KEY, 'prints', batchKey],
    queryFn: async ({ signal }) => (await callServer(listPapersOfDocument, { ...namedBy(batchKey), signal })).data,
    staleTime: 0,
  });
  return <PapersDialog of={titleOfKey(batchKey)} papers={papers} onClose={onClose} />;
}

interface PapersDialogProps {
  /** Whose papers they are. */
  of: string;
  papers: UseQueryResult<readonly IssuedPaper[]>;
  onClose: () => void;
}

/** The papers that went out of something or to somebody. */
export function PapersDialog({ of, papers, onClose }: PapersDialogProps) {
  return (
    <Dialog
      open
      title="Prints"
      subtitle={`${of}, newest first`}
      width={640}
      onClose={onClose}
      reading
      footer={<DialogCancel label="Close" />}
    >
      <LoadState query={papers} what="the prints" />
      {papers.isSuccess ? (
        <ol className={changes.entries}>
          {papers.data.map((paper) => (
            <Act
              key={paper.id}
              title={<PaperTitle paper={paper} />}
              userName={paper.user_name}
              at={showInstant(paper.at)}
              told={[
                ...STATES[paper.state],
                ...(paper.code === null ? [] : [`Code ${paper.code}`]),
                ...[runText(paper)].filter((text) => text !== null),
              ]}
              details={[]}
            />
          ))}
          {papers.data.length === 0 ? <li className="muted">No paper went out yet.</li> : null}
        </ol>
      ) : null}
    </Dialog>
  );
}

/** Under a number that its document gave up it opens as it was posted then. */
function PaperTitle({ paper }: { paper: IssuedPaper }) {
  const { state, kind, number, document } = paper;
  const text = `${paperText(paper)}, ${WAYS[paper.way]}`;
  const page = GIVEN_UP[kind];
  if (state !== 'replaced' || document === null || page === undefined) return text;
  return (
    <a href={`${page}/${encodePrintLink({ ...document, document_number: number })}`} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

/** Where papers of a number that a restore took from their document are printed; receipts have one of their own. */
const GIVEN_UP: Readonly<Record<string, string>> = {
  voucher: '/preview-voucher',
  journal_details: '/preview-trx',
  details: '/preview-trx',
  debit_letter: '/preview-trx',
};
