// The second step of signing in: a code of an authenticator app (RFC 6238), or a recovery code.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

/** Six digits of the app, or a recovery code; spaces and dashes are ignored. */
const StepCode = z.string().trim().min(1).max(40)

const recoveryCodes = z.array(z.string())

export const querySecondFactor = post('/lfscada/user/secondFactor/query', {
  may: 'signedIn',
  early: true,
  about: 'Whether signing in asks for a second step, since when, and how many recovery codes are left.',
  input: nothing,
  output: z.object({
    since: Instant.nullable(),
    codesLeft: z.number(),
    /** Number of passkeys; each can serve as the second step. */
    passkeys: z.number(),
    /** The organisation requires a second step. */
    isRequired: z.boolean(),
  }),
})

export const beginSecondFactor = post('/lfscada/user/secondFactor/begin', {
  may: 'signedIn',
  early: true,
  confirmed: true,
  about: 'Generates a new secret for an app; it counts only once `finish` was called with a code of it.',
  input: nothing,
  output: z.object({
    /** The secret of the app in base32, for typing it in without a camera. */
    secret: z.string(),
    /** Content of the QR code. */
    uri: z.string(),
  }),
})

export const finishSecondFactor = post('/lfscada/user/secondFactor/finish', {
  may: 'signedIn',
  early: true,
  confirmed: true,
  about: 'Switches the second step on with a code of the app; answers the recovery codes, which are shown only here.',
  input: z.object({ code: StepCode }),
  output: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = post('/lfscada/user/secondFactor/renewCodes', {
  may: 'signedIn',
  confirmed: true,
  about: 'Generates recovery codes that replace the earlier ones; needs a code of the app if there is one.',
  input: z.object({ code: StepCode.optional() }),
  output: z.object({ recoveryCodes }),
})

export const endSecondFactor = post('/lfscada/user/secondFactor/end', {
  may: 'signedIn',
  about: 'Switches the second step off, with the password and a code.',
  input: z.object({ password: z.string().max(200), code: StepCode }),
  output: done,
})

export const requireSecondFactor = post('/lfscada/user/secondFactor/require', {
  may: 'organisation:secure',
  confirmed: true,
  about:
    'Whether every account of the own company (of the operator: of its staff) must have a second step, an app or a passkey; only who has one says that they must.',
  input: z.object({ required: z.boolean() }),
  output: done,
})

/** The time step of an app's code, given the app's sealed secret; undefined for a wrong code. */
export const appStep = token<(sealed: Buffer, code: string) => number | undefined>('app codes')
