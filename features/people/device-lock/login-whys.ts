// Why the login page is shown after a device lock failed, by the `why` of its address.
import { labelOf } from '../../../ui/words.ts'
import type { LoginWhys } from '../login/part-whys.ts'
import { lockFaults, whyOf } from './part-why.ts'
import { deviceLockText } from './text.ts'

export default Object.fromEntries(
  lockFaults.map((fault) => [whyOf(fault), labelOf(deviceLockText, fault)]),
) satisfies LoginWhys
