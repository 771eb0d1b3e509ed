import { voucher } from '../cash-voucher/cash-voucher.service.ts'; // bites: import-direction

export const receipt = voucher;
