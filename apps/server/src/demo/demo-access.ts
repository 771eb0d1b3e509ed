export type DemoRole = 'Administrator' | 'Preparer' | 'Checker' | 'Approver' | 'Cashier' | 'Auditor';

export interface DemoUser {
  readonly user_id: string;
  readonly user_first_name: string;
  readonly user_last_name: string;
  readonly role: DemoRole;
  readonly dept_code: string;
  readonly jobt_code: string;
  readonly sper_user: 0 | 1;
  readonly approver: 0 | 1;
  /** Cap of the last approval, in pesos. */
  readonly max_amount: string | null;
}

const person = (
  user_id: string,
  user_first_name: string,
  user_last_name: string,
  facts: Pick<DemoUser, 'role' | 'dept_code' | 'jobt_code'> & { max_amount?: string; sper_user?: 1 },
): DemoUser => ({
  user_id,
  user_first_name,
  user_last_name,
  role: facts.role,
  dept_code: facts.dept_code,
  jobt_code: facts.jobt_code,
  sper_user: facts.sper_user ?? 0,
  approver: facts.max_amount === undefined ? 0 : 1,
  max_amount: facts.max_amount ?? null,
});

/** The people of the demo company who sign in (data model §8). */
export const DEMO_USERS: readonly DemoUser[] = [
  person('admin', 'Liza', 'Manalo', {
    role: 'Administrator',
    dept_code: 'ITDV',
    jobt_code: 'System Administrator',
    sper_user: 1,
  }),
  person('preparer', 'Ana', 'Reyes', { role: 'Preparer', dept_code: 'ACCT', jobt_code: 'Accountant' }),
  person('preparer2', 'Ben', 'Cruz', { role: 'Preparer', dept_code: 'DISB', jobt_code: 'Disbursement Analyst' }),
  person('checker', 'Carla', 'Santos', { role: 'Checker', dept_code: 'ACCT', jobt_code: 'Senior Accountant' }),
  person('approver1', 'Dario', 'Lim', {
    role: 'Approver',
    dept_code: 'ACCT',
    jobt_code: 'Section Head',
    max_amount: '20000.00',
  }),
  person('approver2', 'Elena', 'Tan', {
    role: 'Approver',
    dept_code: 'FINP',
    jobt_code: 'Department Head',
    max_amount: '100000.00',
  }),
  person('approver3', 'Felipe', 'Ocampo', {
    role: 'Approver',
    dept_code: 'EXEC',
    jobt_code: 'Finance Director',
    max_amount: '9999999999999.99',
  }),
  person('cashier', 'Gina', 'Flores', { role: 'Cashier', dept_code: 'TREA', jobt_code: 'Cashier' }),
  person('auditor', 'Hector', 'Navarro', { role: 'Auditor', dept_code: 'IAUD', jobt_code: 'Internal Auditor' }),
  // The second person of the first one's changes.
  person('admin2', 'Marco', 'Villanueva', {
    role: 'Administrator',
    dept_code: 'ITDV',
    jobt_code: 'System Administrator',
  }),
];

export const DEMO_LEVELS = [
  { level_code: 'L1', level_name: 'Section Head', min_amount: '0.00', max_amount: '20000.00' },
  { level_code: 'L2', level_name: 'Department Head', min_amount: '20000.01', max_amount: '100000.00' },
  { level_code: 'L3', level_name: 'Finance Director', min_amount: '100000.01', max_amount: '0.00' },
] as const;

const PESO = 1;
const DOLLAR = 2;
const YEN = 4;

/** Who approves at which level, in which currency, from and to which amount; 0.00 is no limit. */
export const DEMO_OFFICERS: readonly (readonly [
  user_id: string,
  level: string,
  currency_id: number,
  min_amount: string,
  max_amount: string,
])[] = [
  ['approver1', 'L1', PESO, '0.00', '20000.00'],
  ['approver1', 'L1', DOLLAR, '0.00', '400.00'],
  ['approver1', 'L1', YEN, '0.00', '50000.00'],
  ['approver2', 'L2', PESO, '20000.01', '100000.00'],
  ['approver2', 'L2', DOLLAR, '400.01', '2000.00'],
  ['approver2', 'L2', YEN, '50000.01', '250000.00'],
  ['approver2', 'L1', PESO, '0.00', '20000.00'],
  ['approver3', 'L3', PESO, '100000.01', '0.00'],
  ['approver3', 'L3', DOLLAR, '2000.01', '0.00'],
  ['approver3', 'L3', YEN, '250000.01', '0.00'],
  ['approver3', 'L2', PESO, '20000.01', '100000.00'],
];
