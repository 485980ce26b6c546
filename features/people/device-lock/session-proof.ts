import type { SessionProof } from '../access/part-session-proof.ts'
import { showLock } from './part-show-lock.ts'
import { whyOf } from './part-why.ts'

export default (async () => {
  const fault = await showLock()
  return fault && whyOf(fault)
}) satisfies SessionProof
