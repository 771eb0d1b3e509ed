import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ChildrenField, FieldShape } from '@talaan/contract/resource/field';
import type { ResourceListQuery } from '@talaan/contract/resource/list-query';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { Abilities } from '@talaan/contract/resource/resource-routes';
import type { ComponentType, ReactNode } from 'react';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';
import type { FormValues } from './form-values.ts';
import type { ChangeListState, ListState } from './list-state.ts';
import type { MasterRecord, ResourceCalls } from './resource-calls.ts';
import type { RecordFeedback } from './record-feedback.ts';

/** What a control needs to know; label, mark, hint and error stand around it. */
export interface ControlProps {
  /** Path of its value in the form: 'acct_code', 'payee_banks.0.bank_code'. */
  name: string;
  shape: FieldShape;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The stored record; null for a new one. */
  record: MasterRecord | null;
  /** The focus starts here. */
  takesFocus: boolean;
}

/** A view of the list's records beside the table. */
export interface ListView {
  id: string;
  label: string;
  icon: ReactNode;
  View: ComponentType<ListViewProps>;
  /** It has a Save of its own, which is then the one filled button. */
  saves?: boolean;
}

/** What one resource shows beyond its definition; every part is optional. */
export interface ScreenOverride {
  /** Controls in the place of the one of the field's kind, by field. */
  readonly controls?: Readonly<Record<string, ComponentType<ControlProps>>>;
  /** What stands in the place of the blocks of inner rows, by field. */
  readonly rows?: Readonly<Record<string, ComponentType<{ name: string; shape: ChildrenField }>>>;
  /** Cells of the list, by field. */
  readonly cells?: Readonly<Record<string, (record: MasterRecord) => ReactNode>>;
  readonly views?: readonly ListView[];
  /** Texts of saving and deleting that differ from those of all lists (spec 1 §8). */
  readonly feedback?: RecordFeedback;
  /** What the dialog says under its title, where code and name of the record do not. */
  subtitle?(record: MasterRecord): string;
  /** A part of the form under a section of the layout, by the section's title. */
  readonly below?: Readonly<Record<string, ComponentType<{ record: MasterRecord | null }>>>;
  /** What else can be done with a record, in the menu of its row, for a hook of the list; `actsOf` stays the same function, `dialog` is what they ask. */
  readonly useRowActs?: () => { actsOf: (record: MasterRecord) => readonly MenuAction[]; dialog: ReactNode };
  /** What the records as a whole leave to say, between the heading and the list. */
  readonly notes?: ComponentType;
  /** Buttons beside Import and Export; `selection` is what the list shows. */
  readonly actions?: ComponentType<{ selection: ResourceListQuery }>;
  /** What a record of another resource starts with when it is added from this form, whose values are given. */
  startOfAdded?(to: ResourceName, values: FormValues): Partial<FormValues>;
  /**
   * A question before an entry is stored, for a hook of the form: `ask` answers whether to go on; `question` is its
   * dialog.
   */
  readonly useQuestion?: () => {
    ask: (record: MasterRecord | null, change: Readonly<Record<string, unknown>>) => Promise<boolean>;
    question: ReactNode;
  };
  /** Runs after a record was saved or deleted. `before` is null for a new record, `after` for a deleted one. */
  onChanged?(change: { before: MasterRecord | null; after: MasterRecord | null }): void;
}

/** A resource with all that its screen is made of. */
export interface ResourceParts {
  readonly definition: AnyResource;
  readonly override: ScreenOverride;
  readonly calls: ResourceCalls;
}

/** What a view of a list gets: the table, or what an override puts in its place. */
export interface ListViewProps {
  parts: ResourceParts;
  state: ListState;
  change: ChangeListState;
  abilities: Abilities;
  /** Opens a record in its dialog. */
  onOpen: (id: number) => void;
  /** Asks, then deletes. */
  onDelete: ((id: number) => void) | undefined;
  /** Opens a new record with the values of this one. */
  onDuplicate: ((id: number) => void) | undefined;
  /** Shows the deleted records of the list. */
  onShowDeleted: (() => void) | undefined;
  /** Shows the imports and bulk changes of the list. */
  onShowBulkChanges: (() => void) | undefined;
  /** The fields that the user chose as columns; null as the new choice: those of the list itself. */
  columns: readonly string[];
  onColumns: (columns: readonly string[] | null) => void;
  /** Record ID of the record just saved. */
  flashId: string | undefined;
}
