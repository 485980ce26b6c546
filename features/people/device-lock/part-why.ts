// Why a session ended with its device lock, as the `why` of the login page's address.

export const lockFaults = ['absent', 'noKey', 'refused', 'wrong'] as const
export type LockFault = (typeof lockFaults)[number]

/** The code of a fault in the address of the login page (`why`). */
export const whyOf = (fault: LockFault): string => `lock-${fault}`
