/** The statuses of a batch and the moves between them, as words; which type makes which move: `document-status.ts`. */
export const STATUS = {
  ACTIVE: 1,
  FOR_REVIEW: 2,
  FOR_APPROVAL_1: 3,
  FOR_APPROVAL_2: 4,
  FOR_APPROVAL_3: 5,
  FOR_RELEASE: 6,
  APPROVED: 7,
  PARTLY_USED: 8,
  FULLY_USED: 9,
  CLOSED: 10,
  ARCHIVED: 20,
} as const;

export type Status = (typeof STATUS)[keyof typeof STATUS];

/** The statuses after Approved, which the facts of a type name. */
export type LaterStatus = Extract<Status, 8 | 9 | 10>;

export type StatusAction =
  | 'submit'
  | 'approve'
  | 'return'
  | 'reject'
  | 'withdraw'
  | 'release'
  | 'archive'
  | 'restore'
  | 'void'
  | 'delete'
  | 'close'
  /** What other documents took of it or gave back: nobody asks for it by hand. */
  | 'match'
  /** What enters by itself posts as it comes: nobody asks for it by hand. */
  | 'accept';

export interface StatusMove {
  readonly from: Status;
  readonly to: Status;
  readonly action: StatusAction;
}

/** Chip colours of ux §2; a chip always carries its text too. */
export type StatusHue = 'neutral' | 'blue' | 'amber' | 'orange' | 'violet' | 'teal' | 'green' | 'red' | 'slate';
