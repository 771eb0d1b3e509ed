import type { ComponentType } from 'react';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { BatchDetail, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import type { Status } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Column } from '../../ui/table/table-props.ts';
import type { BatchListQuery, ListCall } from '../record/batch-calls.ts';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { CancelCall } from './accounting-status.tsx';

/** What one transaction list is: the batches it asks for, how it shows them, and what may be done with a row. */
export interface BatchListKind {
  /** Its level decides what is offered; its name is that of the exported file. */
  readonly module: ModuleName;
  readonly title: string;
  /** The title of the browser tab, where it differs. */
  readonly documentTitle?: string;
  /** The documents that are entered here; null where none are. */
  readonly kind: DocumentKind | null;
  /** The types of the list, offered as a filter where there are several. */
  readonly types: readonly DocumentType[];
  /** Statuses offered as a filter; none: the list has its own. */
  readonly statuses: readonly Status[];
  /**
   * Whether the party of a payment, its bank, the kind of a receipt, the VAT type of an order, and how a billing is
   * collected and booked are offered as filters, and what has a risk signal.
   */
  readonly narrowsBy?: readonly ('party' | 'bank' | 'receipt' | 'vat' | 'collection' | 'accounting' | 'signals')[];
  /** What it asks for in any case. */
  readonly always: BatchListQuery;
  /** It is of all months: what waits, whenever it is dated. Neither a month nor saved views are offered. */
  readonly inAllMonths?: boolean;
  /** The call that answers its rows, where it is not that of every transaction. */
  readonly call?: ListCall;
  /** The call that cancels what its column Accounting Status asks to; absent where it has none. */
  readonly cancelBy?: CancelCall;
  readonly columns: readonly Column<BatchRow>[];
  /** Sums below the page that its totals call otherwise than the column below which each stands. */
  readonly ownFigures?: Readonly<Record<string, string>>;
  /** The order without a choice: a column, '-' before it for descending. */
  readonly sort?: string;
  /** 'journal entries': what an empty list has none of. */
  readonly many: string;
  /** What can be done with an open row besides its moves, as on its page. */
  readonly Besides?: ComponentType<{ batch: BatchDetail }>;
  /** A page of its own beside the list, which its heading leads to. */
  readonly beside?: {
    readonly path: string;
    readonly search?: Readonly<Record<string, string>>;
    readonly label: string;
    /** Whose level opens it, where it is not that of the list. */
    readonly module?: ModuleName;
  };
  /** Offers 'For my approval', submitting and approving of many rows. */
  readonly isEntryList: boolean;
}
