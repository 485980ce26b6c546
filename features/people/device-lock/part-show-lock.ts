// Presents a device lock: the service on the user's machine signs the platform's random text. See docs/device-lock.md
// for its protocol.
import { z } from 'zod'
import { ApiError, call } from '../../../contract/call.ts'
import { ok } from '../../../contract/errors.ts'
import { drawRandom, validLockCert } from './contract.ts'
import { errors } from './errors.ts'
import { lockLimits } from './limits.ts'
import { lockService } from './lock-service.ts'
import type { LockFault } from './part-why.ts'

const Answer = z.object({ code: z.number(), data: z.unknown() })
const Description = z.object({ hasKey: z.boolean() })
const Signed = z.object({ signature: z.string() })
const noKeyCode = 1

class LockError extends Error {
  readonly fault: LockFault
  constructor(fault: LockFault) {
    super(fault)
    this.fault = fault
  }
}

/** Calls a function of the service. Throws a LockError. */
async function askService<T>(what: string, input: object, answer: z.ZodType<T>): Promise<T> {
  const heard = await fetch(`${lockService}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(lockLimits.serviceMs),
  })
    .then(async (response) => Answer.parse(await response.json()))
    .catch(() => {
      throw new LockError('absent')
    })
  if (heard.code !== ok) throw new LockError(heard.code === noKeyCode ? 'noKey' : 'refused')
  const { success, data } = answer.safeParse(heard.data)
  if (!success) throw new LockError('refused')
  return data
}

async function show(): Promise<void> {
  // The description of the service is requested first, so that another program on this port does not receive the random
  // text.
  const { hasKey } = await askService('description', {}, Description)
  if (!hasKey) throw new LockError('noKey')
  const { random } = await call(drawRandom, {})
  const { signature } = await askService('sign-by-device', { random }, Signed)
  await call(validLockCert, { verifyData: `${random}.${signature}` })
}

let underWay: Promise<LockFault | undefined> | undefined

/**
 * Proves to the platform that the device lock is present; returns the reason of a failure. Throws ApiError if the
 * platform cannot be reached or the session has ended, which says nothing about the lock. Parallel callers share one
 * attempt.
 */
export function showLock(): Promise<LockFault | undefined> {
  underWay ??= show()
    .then(() => undefined, faultOf)
    .finally(() => {
      underWay = undefined
    })
  return underWay
}

function faultOf(error: unknown): LockFault {
  if (error instanceof LockError) return error.fault
  if (error instanceof ApiError && error.code === errors.codeOf('lockRefused')) return 'wrong'
  throw error
}
