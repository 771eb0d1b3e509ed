import { describe, expect, it } from 'vitest';
import { ACCESS } from '../access/access-level.ts';
import type { Status } from '../documents/status.ts';
import { allowedActions, BATCH_ACTIONS, decideAction } from './allowed-actions.ts';
import type { ActingUser, ApprovalRules, BatchAction, BatchFacts } from './allowed-actions.ts';
import type { OfficerRow } from './approval-route.ts';
import { decideStatusChange } from './status-change.ts';

const PREPARER = 1;
const APPROVER_1 = 4;
const APPROVER_2 = 5;
const APPROVER_3 = 6;

function person(user_id: number, facts: Partial<ActingUser> = {}): ActingUser {
  return {
    user_id,
    sper_user: false,
    module_name: 'Journal Entries',
    module_level: ACCESS.select,
    payment_level: ACCESS.none,
    archived_level: ACCESS.select,
    active_level: ACCESS.select,
    max_amount_minor: null,
    ...facts,
  };
}

const PEOPLE = {
  preparer: person(PREPARER, { module_level: 3, archived_level: 3, active_level: 3 }),
  editor: person(2, { module_level: 3, archived_level: 3, active_level: 3 }),
  checker: person(3, { module_level: 4, archived_level: 3, active_level: 3 }),
  approver1: person(APPROVER_1, { max_amount_minor: 20_000_00n, archived_level: 3, active_level: 3 }),
  approver2: person(APPROVER_2, { max_amount_minor: 100_000_00n, archived_level: 3, active_level: 3 }),
  approver3: person(APPROVER_3, { max_amount_minor: 9_999_999_999_999_99n, archived_level: 3, active_level: 3 }),
  cashier: person(7, { payment_level: 3, archived_level: 3, active_level: 3 }),
  auditor: person(8),
  super: person(9, { sper_user: true, module_level: 4, payment_level: 4, archived_level: 4, active_level: 4 }),
  stranger: person(10, { module_level: 0, archived_level: 0, active_level: 0 }),
} as const;

type Role = keyof typeof PEOPLE;

function row(user: number, level: string, min: bigint, max: bigint, own: bigint | null): OfficerRow {
  return {
    acting_user_id: user,
    acting_user_name: `Officer ${user}`,
    user_id: user,
    level_code: level,
    currency_id: 1,
    min_amount_minor: min,
    max_amount_minor: max,
    user_max_amount_minor: own,
  };
}

const RULES: ApprovalRules = {
  settings: { needs_approval: true, review_stage: true },
  levels: [
    { level_code: 'L1', level_name: 'Section Head', min_amount_minor: 0n },
    { level_code: 'L2', level_name: 'Department Head', min_amount_minor: 20_000_01n },
    { level_code: 'L3', level_name: 'Finance Director', min_amount_minor: 100_000_01n },
  ],
  officers: [
    row(APPROVER_1, 'L1', 0n, 20_000_00n, 20_000_00n),
    row(APPROVER_2, 'L2', 20_000_01n, 100_000_00n, 100_000_00n),
    row(APPROVER_3, 'L3', 100_000_01n, 0n, 9_999_999_999_999_99n),
  ],
};

function batch(facts: Partial<BatchFacts> = {}): BatchFacts {
  return {
    document_type: 'CV',
    status: 1,
    prepared_by: PREPARER,
    editors: [PREPARER, 2],
    approvals: [],
    lock: null,
    currency_id: 1,
    amount_minor: 112_000_00n,
    amount_php_minor: 112_000_00n,
    is_confidential: false,
    posted: false,
    received_from: null,
    reverses: null,
    uploaded_by: null,
    settled: false,
    period_open: true,
    cheques_numbered: true,
    reversible: true,
    ...facts,
  };
}

function allowed(facts: Partial<BatchFacts>, role: Role, rules = RULES): string {
  const decisions = allowedActions(batch(facts), PEOPLE[role], rules);
  return BATCH_ACTIONS.filter((action) => decisions[action].allowed).join(' ');
}

function reason(action: BatchAction, facts: Partial<BatchFacts>, role: Role, rules = RULES): string {
  const decision = decideAction(action, batch(facts), PEOPLE[role], rules);
  return decision.allowed ? 'allowed' : decision.message;
}

describe('who may do what at which status', () => {
  const OFFICER = 'approve return reject';
  const EXPECTED: Record<Role, Partial<Record<Status, string>>> = {
    preparer: {
      1: 'edit submit archive delete',
      2: 'edit withdraw',
      3: 'edit withdraw',
      4: 'edit withdraw',
      5: 'edit withdraw',
      6: 'edit withdraw release',
      20: 'restore',
    },
    editor: { 1: 'edit' },
    checker: { 1: 'edit void delete', 2: `${OFFICER} void`, 3: 'void', 4: 'void', 5: 'void', 6: 'void', 7: 'void' },
    approver1: { 3: OFFICER },
    approver2: { 4: OFFICER },
    approver3: { 5: OFFICER },
    cashier: { 6: 'release' },
    auditor: {},
    super: {
      1: 'edit void delete',
      2: `${OFFICER} void`,
      3: 'void',
      4: 'void',
      5: 'void',
      6: 'release void',
      7: 'void',
    },
    stranger: {},
  };

  it.each(Object.entries(EXPECTED))('%s', (role, byStatus) => {
    const found: Partial<Record<Status, string>> = {};
    for (const status of [1, 2, 3, 4, 5, 6, 7, 20] as const) {
      const actions = allowed({ status, posted: status === 7 }, role as Role);
      if (actions !== '') found[status] = actions;
    }
    expect(found).toEqual(byStatus);
  });
});

describe('duties', () => {
  it('keep the preparer from approving, returning and rejecting, also as super user', () => {
    expect(reason('approve', { status: 2 }, 'preparer')).toBe('The preparer cannot approve this transaction.');
    expect(reason('return', { status: 3 }, 'preparer')).toBe('The preparer cannot return this transaction.');
    expect(reason('approve', { status: 2, prepared_by: 9 }, 'super')).toBe(
      'The preparer cannot approve this transaction.',
    );
  });

  it('keep an editor of the round from approving', () => {
    expect(reason('approve', { status: 2 }, 'editor')).toBe(
      'You have changed this transaction, so you cannot approve it.',
    );
    expect(reason('approve', { status: 5, editors: [APPROVER_3] }, 'approver3')).toContain('You have changed');
  });

  it('let one person act once in a round, the checker included', () => {
    const checked = [{ user_id: APPROVER_1, on_behalf_of: null }];
    expect(reason('approve', { status: 3, approvals: checked }, 'approver1')).toBe(
      'You have already acted on this transaction in this round.',
    );
  });

  it('count a delegation as both persons', () => {
    const standIn = { ...row(APPROVER_3, 'L3', 0n, 0n, null), acting_user_id: APPROVER_1 };
    const rules = { ...RULES, officers: [standIn] };
    expect(decideAction('approve', batch({ status: 5 }), PEOPLE.approver1, rules)).toMatchObject({
      allowed: true,
      to: 6,
      officer: { user_id: APPROVER_3, acting_user_id: APPROVER_1 },
    });
    const acted = [{ user_id: APPROVER_3, on_behalf_of: null }];
    expect(decideAction('approve', batch({ status: 5, approvals: acted }), PEOPLE.approver1, rules)).toEqual({
      allowed: false,
      code: 'principal_has_acted',
      message: 'The person you stand in for has prepared, changed or already approved this transaction.',
    });
    const actedFor = [{ user_id: APPROVER_2, on_behalf_of: APPROVER_1 }];
    expect(reason('approve', { status: 5, approvals: actedFor }, 'approver1', rules)).toContain('already acted');
  });
});

describe('levels and limits', () => {
  it('names the level that is asked for', () => {
    expect(reason('approve', { status: 4 }, 'approver1')).toBe(
      'Only approving officers of level L2 (Department Head) can approve this transaction.',
    );
    expect(reason('approve', { status: 4, document_type: 'BI' }, 'approver1')).toBe(
      'Only billing officers of level L2 (Department Head) can approve this transaction.',
    );
    expect(reason('approve', { status: 2 }, 'auditor')).toBe(
      'Only a checker with Update access can approve this transaction.',
    );
  });

  it('refuses an amount above the limit at the last stage, but lets it be returned', () => {
    const rules = {
      ...RULES,
      officers: [row(APPROVER_1, 'L1', 0n, 250_000_00n, null)],
      levels: RULES.levels.slice(0, 1),
    };
    const facts = { status: 3, amount_minor: 500_000_00n, amount_php_minor: 500_000_00n } as const;
    expect(decideAction('approve', batch(facts), PEOPLE.approver1, rules)).toEqual({
      allowed: false,
      code: 'above_limit',
      message: 'Amount 500,000.00 PHP is above your limit of 250,000.00 PHP.',
    });
    expect(decideAction('return', batch(facts), PEOPLE.approver1, rules)).toMatchObject({ allowed: true, to: 1 });
  });

  it('records the limit and the row that an approval rests on', () => {
    const small = batch({ status: 3, amount_minor: 15_000_00n, amount_php_minor: 15_000_00n });
    expect(decideAction('approve', small, PEOPLE.approver1, RULES)).toEqual({
      allowed: true,
      to: 6,
      officer: RULES.officers[0],
      limit_minor: 20_000_00n,
    });
  });

  it('goes by the rows in the currency of the document, and by those in pesos only where there is none', () => {
    const dollars = { ...row(APPROVER_2, 'L1', 0n, 0n, null), currency_id: 2 };
    const rules = {
      ...RULES,
      levels: RULES.levels.slice(0, 1),
      officers: [dollars, row(APPROVER_1, 'L1', 0n, 1_00n, null)],
    };
    expect(reason('approve', { status: 3 }, 'approver1', rules)).toContain('above your limit of 1.00 PHP');
    expect(decideAction('approve', batch({ status: 3, currency_id: 2 }), PEOPLE.approver1, rules)).toEqual({
      allowed: false,
      code: 'other_currency',
      message: 'You have no approval limit in USD at level L1.',
    });
    expect(reason('approve', { status: 3, currency_id: 5 }, 'approver1', rules)).toBe(
      'Amount 112,000.00 PHP is above your limit of 1.00 PHP.',
    );
  });

  it('lets an officer act below his minimum', () => {
    const facts = { status: 5, currency_id: 2, amount_minor: 2_000_00n, amount_php_minor: 110_200_00n } as const;
    const dollars = { ...row(APPROVER_3, 'L3', 2_000_01n, 0n, null), currency_id: 2 };
    expect(reason('approve', facts, 'approver3', { ...RULES, officers: [dollars] })).toBe('allowed');
  });

  it('refuses to submit what nobody could approve', () => {
    const dollars = { ...row(APPROVER_1, 'L1', 0n, 0n, null), currency_id: 2 };
    const rules = { ...RULES, officers: [dollars] };
    expect(reason('submit', { currency_id: 5, amount_minor: 300_00n }, 'preparer', rules)).toContain(
      '300.00 SGD at level L1',
    );
    expect(reason('submit', {}, 'preparer', { ...RULES, levels: [] })).toContain('No approving level is set up');
    const off = { ...RULES, settings: { needs_approval: false, review_stage: false }, levels: [] };
    expect(decideAction('submit', batch(), PEOPLE.preparer, off)).toMatchObject({ allowed: true, to: 6 });
  });

  it('still finds the stage of a batch whose amount no longer needs it', () => {
    const facts = { status: 5, amount_minor: 1_000_00n, amount_php_minor: 1_000_00n } as const;
    const rules = { ...RULES, officers: [row(APPROVER_3, 'L3', 0n, 0n, null)] };
    expect(decideAction('approve', batch(facts), PEOPLE.approver3, rules)).toMatchObject({ allowed: true, to: 6 });
  });
});

describe('the stages still to come', () => {
  const twoHats = row(APPROVER_2, 'L1', 0n, 0n, null);
  const forElena = { ...row(APPROVER_2, 'L1', 0n, 0n, null), acting_user_id: 7, acting_user_name: 'Gina Flores' };
  const two = { status: 3, amount_minor: 55_000_00n, amount_php_minor: 55_000_00n } as const;

  it('keep their only person from approving before them, and say who can instead', () => {
    const rules = { ...RULES, officers: [...RULES.officers, twoHats] };
    expect(decideAction('approve', batch(two), PEOPLE.approver2, rules)).toEqual({
      allowed: false,
      code: 'strands',
      message: 'If you approve this, nobody is left for level L2. Officer 4 can approve it instead.',
    });
    expect(reason('approve', two, 'approver1', rules)).toBe('allowed');
    expect(reason('return', two, 'approver2', rules)).toBe('allowed');
    const another = [...rules.officers, row(APPROVER_3, 'L2', 0n, 0n, null)];
    expect(reason('approve', two, 'approver2', { ...rules, officers: another })).toBe('allowed');
  });

  it('keep a stand-in from using up the person of a later stage', () => {
    const rules = { ...RULES, officers: [...RULES.officers, forElena] };
    expect(reason('approve', two, 'cashier', rules)).toBe(
      'If you approve this, nobody is left for level L2. Officer 4 can approve it instead.',
    );
    // His own row would not.
    const own = { ...row(7, 'L1', 0n, 0n, null), acting_user_name: 'Gina Flores' };
    const decision = decideAction('approve', batch(two), PEOPLE.cashier, {
      ...rules,
      officers: [...rules.officers, own],
    });
    expect(decision).toMatchObject({ allowed: true, officer: { user_id: 7 } });
  });

  it('keep a checker from reviewing what only he could approve', () => {
    const small = { status: 2, amount_minor: 15_000_00n, amount_php_minor: 15_000_00n } as const;
    const rules = { ...RULES, officers: [row(3, 'L1', 0n, 0n, null)] };
    expect(reason('approve', small, 'checker', rules)).toBe(
      'If you approve this, nobody is left for level L1. Another checker can approve it instead.',
    );
    expect(reason('approve', small, 'super', rules)).toBe('allowed');
    expect(reason('return', small, 'checker', rules)).toBe('allowed');
  });

  it('are named together, and only who strands none of them can act instead', () => {
    const hats = [4, 5, 7].map((user) => row(user, 'L1', 0n, 0n, null));
    const rules = { ...RULES, officers: [...hats, row(4, 'L2', 0n, 1n, null), row(5, 'L3', 0n, 0n, null)] };
    expect(reason('approve', { status: 3 }, 'approver1', rules)).toBe(
      'If you approve this, nobody is left for levels L2, L3. Officer 7 can approve it instead.',
    );
    const more = { ...rules, officers: [...rules.officers, row(8, 'L1', 0n, 0n, null)] };
    expect(reason('approve', { status: 3 }, 'approver1', more)).toContain(
      'Officer 7 or Officer 8 can approve it instead.',
    );
  });

  it('are none where a type is only reviewed', () => {
    const rules = { ...RULES, settings: { needs_approval: false, review_stage: true }, officers: [] };
    expect(reason('approve', { status: 2 }, 'checker', rules)).toBe('allowed');
  });

  it('are refused to be waited for when their officer is gone', () => {
    const rules = { ...RULES, officers: RULES.officers.slice(0, 1) };
    expect(reason('approve', two, 'approver1', rules)).toBe(
      'Nobody can approve 55,000.00 PHP at level L2 (Department Head). An administrator adds approving officers of this level, currency and amount.',
    );
  });
});

describe('access levels', () => {
  function withLevel(action: BatchAction, module_level: 1 | 2 | 3 | 4): boolean {
    return decideAction(action, batch(), { ...PEOPLE.preparer, module_level }, RULES).allowed;
  }

  it('voids no invoice before what was collected of it', () => {
    const invoice = { document_type: 'BI', status: 7, posted: true } as const;
    expect(reason('void', invoice, 'checker')).toBe('allowed');
    expect(reason('void', { ...invoice, settled: true }, 'checker')).toBe(
      'Collections are applied to this invoice. Void them before it is cancelled.',
    );
  });

  it('voids no approved invoice by who prepared it, where billings are approved', () => {
    const invoice = { document_type: 'BI', status: 7, posted: true } as const;
    const by = (rules: ApprovalRules) =>
      decideAction('void', batch(invoice), { ...PEOPLE.preparer, module_level: 4 }, rules).allowed;
    expect(by(RULES)).toBe(false);
    expect(by({ ...RULES, settings: { ...RULES.settings, needs_approval: false } })).toBe(true);
  });

  it('needs Insert to submit, Update to change, archive and delete an own draft, Delete to void it', () => {
    expect(
      (['submit', 'edit', 'archive', 'delete', 'void'] as const).map(
        (action) => ([1, 2, 3, 4] as const).map((level) => withLevel(action, level)).indexOf(true) + 1,
      ),
    ).toEqual([2, 3, 3, 3, 4]);
  });
});

describe('access to a module', () => {
  const at = (status: Status, action: BatchAction, facts: Partial<ActingUser>) => {
    const decision = decideAction(action, batch({ status }), person(11, facts), RULES);
    return decision.allowed ? 'allowed' : decision.code;
  };

  it('lets a cashier without it release, and a checker with Update review', () => {
    expect(at(6, 'release', { module_level: 0, payment_level: 3 })).toBe('allowed');
    expect(at(6, 'release', { module_level: 0, payment_level: 2 })).toBe('no_access');
    expect(at(6, 'release', { module_level: 1, payment_level: 2 })).toBe('not_cashier');
    expect(at(2, 'approve', { module_level: 3 })).toBe('allowed');
    expect(at(2, 'approve', { module_level: 2 })).toBe('not_checker');
  });

  it('is named where it is missing', () => {
    expect(reason('edit', {}, 'auditor')).toContain('Journal Entries');
  });
});

describe('confidential batches', () => {
  it('do not exist for anybody but the preparer and officers', () => {
    for (const role of ['checker', 'editor', 'cashier', 'auditor', 'super'] as const) {
      expect(allowed({ status: 2, is_confidential: true }, role)).toBe('');
      expect(reason('approve', { status: 2, is_confidential: true }, role)).toBe('Transaction not found.');
    }
    expect(allowed({ status: 2, is_confidential: true }, 'preparer')).toBe('edit withdraw');
  });

  it('are reviewed by an approving officer', () => {
    const another = { ...RULES, officers: [...RULES.officers, row(99, 'L1', 0n, 0n, null)] };
    expect(allowed({ status: 2, is_confidential: true }, 'approver1', another)).toBe('approve return reject');
    expect(allowed({ status: 2, is_confidential: true }, 'approver1')).toBe('return reject');
  });

  it('are not reviewed by who stands in for their preparer', () => {
    const standIn = { ...row(PREPARER, 'L1', 0n, 0n, null), acting_user_id: 7 };
    const rules = { ...RULES, officers: [...RULES.officers, standIn] };
    expect(decideAction('approve', batch({ status: 2, is_confidential: true }), PEOPLE.cashier, rules)).toEqual({
      allowed: false,
      code: 'not_officer',
      message: 'Only approving officers can approve this confidential transaction.',
    });
  });

  it('need one officer more than levels where they are reviewed', () => {
    const unreviewed = { ...RULES, settings: { needs_approval: true, review_stage: false } };
    expect(reason('submit', { is_confidential: true }, 'preparer', unreviewed)).toBe('allowed');
    expect(reason('submit', { is_confidential: true }, 'preparer')).toContain('and review it');
    // Who stands in for the preparer reviews no more than he does.
    const standIn = { ...row(PREPARER, 'L1', 0n, 0n, null), acting_user_id: 7 };
    const withStandIn = { ...RULES, officers: [...RULES.officers, standIn] };
    expect(reason('submit', { is_confidential: true }, 'preparer', withStandIn)).toContain('and review it');
    expect(reason('submit', { is_confidential: true, amount_minor: 1_00n, amount_php_minor: 1_00n }, 'preparer')).toBe(
      'allowed',
    );
  });
});

describe('status, lock and period', () => {
  it('says that a released transaction can only be reversed', () => {
    for (const action of ['edit', 'delete', 'archive', 'withdraw'] as const) {
      expect(reason(action, { status: 7, posted: true }, 'preparer')).toBe(
        'A released transaction can only be reversed.',
      );
    }
    expect(reason('edit', { status: 7, posted: false }, 'preparer')).toBe('A released transaction can only be voided.');
    expect(reason('restore', { status: 7, posted: true }, 'preparer')).toBe(
      'Only an archived transaction can be restored.',
    );
    expect(reason('edit', { status: 20 }, 'preparer')).toBe(
      'An archived transaction cannot be changed. Restore it first.',
    );
  });

  it('restores what was put away, and not what was cancelled under a number that somebody else has', () => {
    const restored = (document_type: BatchFacts['document_type'], posted: boolean) =>
      reason('restore', { document_type, status: 20, posted }, 'preparer');
    const cancelled = (what: string) =>
      `This ${what} was approved and cancelled; its number stays with it. Enter it anew.`;
    expect(restored('BI', true)).toBe(cancelled('billing'));
    expect(restored('CN', true)).toBe(cancelled('collection'));
    expect(
      decideAction('restore', batch({ document_type: 'CN', status: 20, posted: true }), PEOPLE.preparer, RULES),
    ).toMatchObject({ allowed: false, code: 'cancelled' });
    for (const type of ['BI', 'CN', 'CV'] as const) expect(restored(type, false)).toBe('allowed');
    expect(restored('CV', true)).toBe('allowed');
  });

  it('voids and restores what takes an accrual back with the accrual alone', () => {
    const own = { document_type: 'JE', reverses: 'JE0000123' } as const;
    expect(reason('void', { ...own, status: 7, posted: true }, 'checker')).toBe(
      'It takes back JE0000123, and goes with it: void JE0000123.',
    );
    expect(reason('restore', { ...own, status: 20, posted: true }, 'preparer')).toBe(
      'It takes back JE0000123, and goes with it: restore JE0000123.',
    );
  });

  it('waits for the holder of the lock', () => {
    const lock = { user_id: 2, user_name: 'Ben Cruz' };
    expect(reason('submit', { lock }, 'preparer')).toBe('Being processed by Ben Cruz.');
    expect(allowed({ lock }, 'editor')).toBe('edit unlock');
  });

  it('frees a lock by the rule of the Active screen', () => {
    const lock = { user_id: 99, user_name: 'Ben Cruz' };
    expect(allowed({ lock, status: 1 }, 'preparer')).toBe('unlock');
    expect(allowed({ lock, status: 6 }, 'preparer')).toBe('unlock');
    expect(allowed({ lock, status: 3 }, 'preparer')).toBe('');
    expect(allowed({ lock, status: 3 }, 'approver2')).toBe('unlock');
    expect(allowed({ lock, status: 2 }, 'approver2')).toBe('unlock');
    expect(allowed({ lock, status: 1 }, 'approver2')).toBe('');
    expect(allowed({ lock, status: 3 }, 'checker')).toBe('');
    expect(reason('unlock', {}, 'preparer')).toBe('Nobody is processing this transaction.');
  });

  it('refuses submit, the last step and restore in a closed period, not the steps between', () => {
    const closed = { period_open: false };
    const text = 'Accounting Period for this date is already Closed.';
    expect(reason('submit', closed, 'preparer')).toBe(text);
    expect(reason('approve', { ...closed, status: 3 }, 'approver1')).toBe('allowed');
    expect(reason('approve', { ...closed, status: 5, document_type: 'JE' }, 'approver3')).toBe(text);
    expect(reason('release', { ...closed, status: 6 }, 'cashier')).toBe(text);
    expect(reason('restore', { ...closed, status: 20 }, 'preparer')).toBe(text);
  });

  it('closes an order short, and says what an order that vouchers take from waits for', () => {
    const order = { document_type: 'PO', status: 7 } as const;
    expect(decideAction('close', batch(order), PEOPLE.checker, RULES)).toMatchObject({ allowed: true, to: 10 });
    expect(reason('close', order, 'auditor')).toContain('Journal Entries');
    expect(decideAction('edit', batch({ ...order, status: 8 }), PEOPLE.preparer, RULES)).toEqual({
      allowed: false,
      code: 'wrong_status',
      message: 'Vouchers take from this order. Void them first, or close it short.',
    });
    expect(allowed(order, 'checker')).toBe('void close');
  });

  it('restores for the preparer only', () => {
    expect(reason('restore', { status: 20 }, 'checker')).toBe('The Current User is not the Preparer.');
    expect(reason('restore', { status: 20 }, 'auditor')).toBe('You need Update access to Archived Transactions.');
  });

  it('goes to the ledger from the last approval of a journal', () => {
    expect(decideAction('approve', batch({ status: 5, document_type: 'JE' }), PEOPLE.approver3, RULES)).toMatchObject({
      allowed: true,
      to: 7,
    });
  });
});

describe('a refusal', () => {
  const lock = { user_id: 99, user_name: 'Ben Cruz' };
  const confidential = { status: 2, is_confidential: true } as const;
  const acted = [{ user_id: APPROVER_1, on_behalf_of: null }];
  const actedFor = [{ user_id: 7, on_behalf_of: APPROVER_1 }];

  it.each([
    ['approve', { status: 3, prepared_by: APPROVER_1 }, 'approver1', 'is_preparer'],
    ['approve', { status: 3, editors: [APPROVER_1] }, 'approver1', 'is_editor'],
    ['reject', { status: 3, approvals: acted }, 'approver1', 'has_acted'],
    ['reject', { status: 3, approvals: actedFor }, 'approver1', 'has_acted'],
    ['approve', { status: 4 }, 'approver1', 'not_officer'],
    ['approve', { ...confidential, prepared_by: 8, editors: [] }, 'preparer', 'hidden'],
    ['approve', { status: 2 }, 'auditor', 'not_checker'],
    ['release', { status: 6 }, 'checker', 'not_cashier'],
    ['release', { status: 6, period_open: false }, 'preparer', 'period_closed'],
    ['release', { status: 6, cheques_numbered: false }, 'cashier', 'cheque_number_missing'],
    ['void', { status: 7, posted: true, reversible: false }, 'checker', 'no_open_period'],
    ['restore', { status: 20 }, 'checker', 'not_preparer'],
    ['restore', { status: 20 }, 'auditor', 'no_access'],
    ['restore', { status: 20, period_open: false }, 'preparer', 'period_closed'],
    ['submit', {}, 'checker', 'not_preparer'],
    ['edit', {}, 'auditor', 'no_access'],
    ['edit', {}, 'stranger', 'no_access'],
    ['approve', { status: 2 }, 'stranger', 'no_access'],
    ['edit', { status: 7 }, 'preparer', 'released'],
    ['return', { status: 7 }, 'checker', 'released'],
    ['reject', { status: 7 }, 'checker', 'released'],
    ['submit', { status: 2 }, 'preparer', 'wrong_status'],
    ['submit', { lock }, 'preparer', 'locked'],
    ['unlock', {}, 'preparer', 'not_locked'],
    ['unlock', { lock, status: 3 }, 'preparer', 'no_access'],
  ] as const)('of %s %j by the %s is coded %s', (...given) => {
    const [action, facts, role, code] = given as unknown as [BatchAction, Partial<BatchFacts>, Role, string];
    expect(decideAction(action, batch(facts), PEOPLE[role], RULES)).toMatchObject({ allowed: false, code });
  });

  it.each([
    ['edit', 20, 'An archived transaction cannot be changed. Restore it first.'],
    ['submit', 2, 'Only an active transaction can be submitted.'],
    ['approve', 1, 'This transaction is not waiting for approval.'],
    ['return', 1, 'This transaction is not waiting for approval.'],
    ['reject', 1, 'This transaction is not waiting for approval.'],
    ['withdraw', 1, 'Only a submitted transaction can be withdrawn.'],
    ['release', 1, 'This transaction is not waiting for release.'],
    ['archive', 2, 'Only an active transaction can be archived.'],
    ['restore', 1, 'Only an archived transaction can be restored.'],
    ['void', 20, 'This transaction is already archived.'],
    ['delete', 2, 'Only an active transaction can be deleted.'],
    ['close', 1, 'Only what is approved and not wholly vouchered can be closed short.'],
  ] as const)('of %s at %i says what it needs', (action, status, message) => {
    expect(reason(action, { status }, 'preparer')).toBe(message);
  });

  it('names the person who must act instead', () => {
    expect(reason('submit', {}, 'checker')).toBe('Only the preparer can submit this transaction.');
    expect(reason('withdraw', { status: 3 }, 'checker')).toBe('Only the preparer can withdraw this transaction.');
    expect(reason('archive', {}, 'checker')).toBe('Only the preparer can archive this transaction.');
    expect(reason('edit', { status: 3 }, 'checker')).toBe('Only the preparer can change this transaction.');
    expect(reason('release', { status: 6 }, 'checker')).toBe(
      'Only the preparer or a cashier can release this transaction.',
    );
    expect(reason('unlock', { lock, status: 3 }, 'preparer')).toBe(
      'Being processed by Ben Cruz. Only an approver or the preparer can release it.',
    );
    const stage = { ...RULES, levels: RULES.levels.slice(0, 1) };
    expect(decideAction('approve', batch({ status: 5 }), PEOPLE.approver3, stage)).toMatchObject({
      code: 'no_levels',
      message: 'No approving level is set up for this stage.',
    });
    const alone = { ...RULES, officers: [row(APPROVER_1, 'L1', 0n, 0n, null), row(APPROVER_1, 'L2', 0n, 0n, null)] };
    const two = { status: 3, amount_minor: 55_000_00n, amount_php_minor: 55_000_00n } as const;
    expect(reason('approve', two, 'approver1', alone)).toBe(
      'If you approve this, nobody is left for level L2. Ask an administrator for more approving officers.',
    );
  });
});

it('an approver without an amount, or without Update on Active Transactions, frees nobody else’s lock', () => {
  const held = batch({ status: 3, lock: { user_id: 99, user_name: 'Ben Cruz' } });
  const frees = (facts: Partial<ActingUser>) =>
    decideAction('unlock', held, { ...PEOPLE.approver2, ...facts }, RULES).allowed;
  expect(frees({})).toBe(true);
  expect(frees({ max_amount_minor: 0n })).toBe(false);
  expect(frees({ max_amount_minor: null })).toBe(false);
  expect(frees({ active_level: ACCESS.insert })).toBe(false);
  expect(frees({ active_level: ACCESS.none, sper_user: true })).toBe(true);
});

describe('a wanted status', () => {
  function change(wanted: number, facts: Partial<BatchFacts>, role: Role): string {
    const result = decideStatusChange(wanted, batch(facts), PEOPLE[role], RULES);
    if (result.action === null) return `${result.code}: ${result.message}`;
    return result.decision.allowed ? `${result.action} to ${result.decision.to}` : result.decision.message;
  }

  it('is the action that leads there', () => {
    expect(change(2, { status: 1 }, 'preparer')).toBe('submit to 2');
    expect(change(3, { status: 2 }, 'checker')).toBe('approve to 3');
    expect(change(7, { status: 6 }, 'cashier')).toBe('release to 7');
    expect(change(1, { status: 4 }, 'approver2')).toBe('return to 1');
    expect(change(1, { status: 4 }, 'preparer')).toBe('withdraw to 1');
    expect(change(1, { status: 20 }, 'preparer')).toBe('restore to 1');
    expect(change(20, { status: 1 }, 'preparer')).toBe('archive to 20');
    expect(change(20, { status: 2 }, 'checker')).toBe('reject to 20');
    expect(change(20, { status: 4 }, 'approver2')).toBe('reject to 20');
    expect(change(10, { status: 7, document_type: 'PO' }, 'checker')).toBe('close to 10');
    expect(change(20, { status: 7, posted: true }, 'checker')).toBe('void to 20');
  });

  it('names the stage that is skipped', () => {
    expect(change(7, { status: 1, document_type: 'JE' }, 'preparer')).toBe(
      'stage_missing: Stage 2 approval is missing.',
    );
    expect(change(6, { status: 3 }, 'approver1')).toBe('stage_missing: Stage 4 approval is missing.');
    expect(change(7, { status: 5 }, 'approver3')).toBe('stage_missing: The release is missing.');
  });

  it('carries the reason of a refused action', () => {
    expect(change(3, { status: 2 }, 'preparer')).toBe('The preparer cannot approve this transaction.');
    expect(change(1, { status: 7, posted: true }, 'preparer')).toBe('A released transaction can only be reversed.');
  });

  it('is refused when it is no move at all', () => {
    expect(change(2, { status: 3 }, 'checker')).toBe(
      'no_such_move: A transaction cannot go from For Approval 1 to For Review.',
    );
    expect(change(7, { status: 20 }, 'preparer')).toBe(
      'no_such_move: A transaction cannot go from Archived to Released.',
    );
    expect(change(99, { status: 1 }, 'preparer')).toBe(
      'no_such_move: A transaction cannot go from Active to Status 99.',
    );
  });
});
