/** The region of a branch, and the department that answers for it. */
export interface StoryRegion {
  readonly code: string;
  readonly name: string;
  readonly department: string;
  /** The lessor who bills the region's branches. */
  readonly lessor: string;
}

export const STORY_REGIONS: readonly StoryRegion[] = [
  { code: 'NCR', name: 'NCR', department: 'NCRO', lessor: 'L0001' },
  { code: 'R03', name: 'Central Luzon', department: 'NLUZ', lessor: 'L0002' },
  { code: 'R4A', name: 'CALABARZON', department: 'SLUZ', lessor: 'L0003' },
  { code: 'R07', name: 'Central Visayas', department: 'VISO', lessor: 'L0004' },
  { code: 'R06', name: 'Western Visayas', department: 'VISO', lessor: 'L0005' },
  { code: 'R11', name: 'Davao', department: 'MINO', lessor: 'L0006' },
];

export interface StoryBranch {
  readonly code: string;
  readonly region: StoryRegion;
}

/** The branches by code, each with its region. Throws for a region that the story does not know. */
export function storyBranches(rows: readonly { brnc_code: string; regn_code: string }[]): StoryBranch[] {
  return rows.map((row) => {
    const region = STORY_REGIONS.find((candidate) => candidate.code === row.regn_code);
    if (!region) throw new TypeError(`The demo branch ${row.brnc_code} has an unknown region ${row.regn_code}.`);
    return { code: row.brnc_code, region };
  });
}

export const HEAD_OFFICE = 'SMP-001';

/** Principals who instruct the payouts and owe the commissions. */
export const PRINCIPALS = ['R0001', 'R0002', 'R0003', 'R0004', 'R0005', 'R0006'] as const;
export const DOLLAR_PRINCIPAL = 'R0001';

/** Where payroll falls, with its share. */
export const PAYROLL_SHARES: readonly (readonly [department: string, share: number])[] = [
  ['NCRO', 22],
  ['NLUZ', 13],
  ['SLUZ', 13],
  ['VISO', 12],
  ['MINO', 8],
  ['ACCT', 7],
  ['TREA', 5],
  ['ITDV', 8],
  ['HRDV', 5],
  ['EXEC', 7],
];

/** Costs that a region has every month: what is spent, what is accrued, who bills it, and the tax withheld in percent. */
export const REGION_COSTS: readonly {
  readonly expense: string;
  readonly accrual: string;
  readonly share: number;
  readonly supplier: string | null;
  readonly withheld_percent: bigint;
  readonly atc: string;
}[] = [
  { expense: '502010', accrual: '205010', share: 48, supplier: null, withheld_percent: 5n, atc: 'WC100' },
  { expense: '502030', accrual: '205020', share: 20, supplier: 'S0006', withheld_percent: 1n, atc: 'WC158' },
  { expense: '502050', accrual: '205030', share: 22, supplier: 'S0001', withheld_percent: 2n, atc: 'WC120' },
  { expense: '502040', accrual: '205040', share: 10, supplier: 'S0008', withheld_percent: 2n, atc: 'WC120' },
];
