// Recovery of a forgotten password: name, verification, new password, in this order and in one browser. An unknown name
// passes the same steps with made-up addresses, and fails at the code. [S2 /findpwd]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'
import { NewPassword } from '../../../contract/new-password.ts'
import { answers, code, questionKeys } from '../security/contract.ts'

const recoveryWays = ['tel', 'email', 'question'] as const
export type RecoveryWay = (typeof recoveryWays)[number]

const Recovery = z.object({
  loginname: z.string(),
  ways: z.array(
    z.object({
      way: z.enum(recoveryWays),
      /** The phone number or address, masked. */
      to: z.string().nullable(),
    }),
  ),
  /** The security questions in order, if they are a way to recover the account. */
  questions: z.array(z.enum(questionKeys)),
  isVerified: z.boolean(),
  expiresAt: Instant,
})
export type Recovery = z.output<typeof Recovery>

export const beginRecovery = post('/lfscada/recovery/begin', {
  may: 'public',
  about:
    'Begins the recovery of the password of a login name; a cookie holds it for ten minutes. After three from one address a captcha and a proof of work are asked for (`user/showVcode` of `recovery`), after twenty it waits.',
  input: z.object({
    loginname: z.string().trim().min(1).max(64),
    vcode: z.string().trim().max(10).optional(),
    /** The number that solves the work shown with the captcha. */
    work: z.string().trim().max(20).optional(),
  }),
  output: Recovery,
})

export const recoveryState = post('/lfscada/recovery/state', {
  may: 'public',
  about: 'The recovery that this browser has begun; 1032 if there is none.',
  input: nothing,
  output: Recovery,
})

export const sendRecoveryCode = post('/lfscada/recovery/sendCode', {
  may: 'public',
  about: 'Sends a code to the phone or the e-mail address of the account.',
  input: z.object({ way: z.enum(['tel', 'email']) }),
  output: done,
})

export const checkRecoveryCode = post('/lfscada/recovery/checkCode', {
  may: 'public',
  about: 'Checks the code that was sent.',
  input: z.object({ way: z.enum(['tel', 'email']), code }),
  output: Recovery,
})

export const checkRecoveryAnswers = post('/lfscada/recovery/answer', {
  may: 'public',
  about: 'Checks the answers to all security questions.',
  input: z.object(answers),
  output: Recovery,
})

export const recoverPassword = post('/lfscada/recovery/setPassword', {
  may: 'public',
  about: 'Sets the new password and ends the recovery and every session of the account.',
  input: z.object({ password: NewPassword }),
  output: done,
})
