// Reason why a session ended with its device lock, for the login page.
import { useText } from '../../../ui/words.ts'
import { deviceLockText } from './text.ts'

export const lockFaults = ['absent', 'noKey', 'refused', 'wrong'] as const
export type LockFault = (typeof lockFaults)[number]

const mark = 'lock-'
export const whyOf = (fault: LockFault): string => mark + fault

/** Text for the `why` of the address, if it is one of these faults. */
export function useLockWhy(why: string | undefined): string | undefined {
  const t = useText(deviceLockText)
  const fault = lockFaults.find((each) => whyOf(each) === why)
  return fault && t(fault)
}
