import { ACCESS, levelMissingText, type AccessLevel } from './access-level.ts';

/** What changes only when a second person confirms it, while its switch is on (decisions §8, four-eyes). */
export const FOUR_EYES_SWITCHES = {
  bank_details: 'Bank accounts of payees and partners, layouts of cheques',
  limits: 'Approval limits, officers and switches, sources of batches, texts of papers, map of results',
  roles: 'Roles, privileges and sign-in of others',
} as const;
export type FourEyesSwitch = keyof typeof FOUR_EYES_SWITCHES;
/** `settings`: the switches themselves, which one person may switch on but not off. */
export type ChangeGuard = FourEyesSwitch | 'settings';

export const CHANGE_GUARDS: Readonly<Record<ChangeGuard, string>> = {
  ...FOUR_EYES_SWITCHES,
  settings: 'Confirmation by a second person',
};

export type ChangeAction = 'create' | 'update' | 'delete';
export type ChangeState = 'waiting' | 'confirmed' | 'refused' | 'withdrawn';
export type ChangeDecision = 'confirm' | 'refuse' | 'withdraw';

/** A change that waits, and who asked for it. */
export interface ProposedChange {
  readonly state: ChangeState;
  readonly action: ChangeAction;
  readonly module_name: string;
  readonly requested_by: number;
  readonly requested_by_name: string;
}

export type DecisionRight =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly code: 'decided' | 'first_person' | 'not_first_person' | 'module_access';
      readonly message: string;
    };

/** The level on the module that an action needs: it is the level to decide about it, too. */
const NEEDED: Readonly<Record<ChangeAction, AccessLevel>> = {
  create: ACCESS.insert,
  update: ACCESS.update,
  delete: ACCESS.delete,
};

/**
 * Whether a person may confirm, refuse or withdraw a change. Never the one who asked confirms or refuses, super users
 * included; only he withdraws. In: the change, the person's record id, and his level on the change's module.
 */
export function decisionRight(
  decision: ChangeDecision,
  change: ProposedChange,
  person: { readonly user_id: number; readonly level: AccessLevel },
): DecisionRight {
  if (change.state !== 'waiting') return refuse('decided', 'This change has been decided already.');
  const isFirst = change.requested_by === person.user_id;
  if (decision === 'withdraw') {
    return isFirst ? ALLOWED : refuse('not_first_person', `Only ${change.requested_by_name} may withdraw this change.`);
  }
  if (isFirst) {
    return refuse('first_person', 'You asked for this change yourself: another person must confirm or refuse it.');
  }
  const needed = NEEDED[change.action];
  if (person.level >= needed) return ALLOWED;
  return refuse('module_access', levelMissingText([change.module_name], needed, person.level));
}

const ALLOWED: DecisionRight = { allowed: true };

function refuse(code: Exclude<DecisionRight, { allowed: true }>['code'], message: string): DecisionRight {
  return { allowed: false, code, message };
}
