/** Id of the control of a field of the wire, for links from what is to be corrected. */
export const headId = (wire: string): string => `head-${wire}`;
